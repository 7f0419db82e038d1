import { moreActions } from "../choose-act.ts";
import { effort } from "../effort.ts";
import { expect, test } from "../journey.ts";

for (const width of [1440, 390]) {
  test(`${width} px wide › a cluster's tabs stay where they are when the cluster has been read`, async ({
    page,
    signIn,
  }) => {
    await signIn("operator");
    await page.setViewportSize({ width, height: 900 });
    const { promise: asked, resolve: letPass } = Promise.withResolvers<void>();
    await page.route("**/api/clusters/analytics/archive", async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto("/clusters/analytics/archive");
    const tab = page.getByRole("navigation", { name: "Pages of this cluster" }).getByRole("link", { name: "Updates" });
    // The live row is on screen, the cluster itself is still being read.
    await expect(page.getByText("azure · westeurope")).toBeVisible();
    await expect(page.getByRole("group", { name: "Actions" })).toHaveCount(0);
    const before = await tab.boundingBox();
    letPass();
    await expect(page.getByRole("group", { name: "Actions" })).toBeVisible();
    await expect(page.getByText(/^Healthy( now)?\.$/)).toBeVisible();
    expect(await tab.boundingBox()).toEqual(before);
  });
}

test("who has to act depends on who looks", async ({ page, signIn }) => {
  // Its certificate authorities are prepared: the clients come next.
  const cluster = "/clusters/payments/acquiring";
  await signIn("owner-commerce");
  await page.goto(cluster);
  await expect(page.getByText("Waiting for you.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Complete rotation…" })).toBeVisible();
  await signIn("operator");
  await page.goto(cluster);
  await expect(page.getByText("Waiting for the payments team.")).toBeVisible();
});

test("a cluster that runs into a dead end says so first, and with its date", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/analytics/event-stream");
  await expect(page.getByText(/^Stuck (from|since) \d+ [A-Z][a-z]{2}( \d{4})?$/)).toBeVisible();
  await expect(page.getByText("Nothing to do.")).toHaveCount(0);
});

test("a kubeconfig is two clicks away, and the head of a cluster stays on every page of it", async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/payments/ledger-eu/advanced");
  await page.keyboard.press("End");
  await expect(page.getByRole("heading", { name: "ledger-eu", level: 1 })).toBeInViewport();
  await effort(page, 2, { what: "get a kubeconfig", clicks: 2 }, async () => {
    await page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "Kubeconfig" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /kubeconfig/ })
      .click();
    await expect(
      page
        .getByRole("dialog")
        .getByText(/apiVersion|Expires/)
        .first(),
    ).toBeVisible();
  });
});

test("390 px wide › the tab of the page that is shown is in view", async ({ page, signIn }) => {
  await signIn("operator");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["maintenance", "yaml", "deletion"]) {
    await page.goto(`/clusters/shop/checkout/${path}`);
    const tabs = page.getByRole("navigation", { name: "Pages of this cluster" });
    await expect(tabs.locator("[aria-current=page]"), path).toBeInViewport({ ratio: 0.95 });
  }
});

test("a cluster says what the garden warns of with every change", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/shop/storefront-eu");
  const warnings = page.getByRole("region", { name: "API warnings" });
  await expect(warnings).toContainText("spec.addons");
  await expect(warnings).toContainText("add-ons end with Kubernetes 1.35");
});

test("the details of a cluster say what it has and what it has not, and what is taken elsewhere can be copied", async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("operator");
  await page.goto("/clusters/payments/ledger-eu");
  const details = page.getByRole("region", { name: "Details" });
  const fact = (name: string) =>
    details.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd[1]");
  await expect(fact("Domain")).toContainText(/^ledger-eu\.payments\./);
  await expect(fact("Created by")).toHaveText("ines.caldeira@harborline.example");
  await expect(fact("Cloud credentials")).toHaveText("aws-account (CredentialsBinding)");
  await expect(fact("High availability")).toHaveText("failure tolerance zone");
  for (const name of ["Access restrictions", "Add-ons", "Extensions"]) await expect(fact(name)).toHaveText("none");
  await expect(fact("Lifetime ends")).toHaveCount(0);
  await fact("Technical id").getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("shoot--payments--ledger-eu");
  await page.goto("/clusters/sandbox/trial-run");
  await expect(fact("Lifetime ends").getByRole("time")).toBeVisible();
});

test("on a phone the menu of a cluster opens above its tabs", async ({ page, signIn }) => {
  await signIn("operator");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/clusters/shop/storefront-eu");
  await moreActions(page).click();
  // Beneath the tabs the pointer would not reach it.
  await page.getByRole("menuitem", { name: /^Update/ }).hover();
});
