import { moreActionsButton } from "../choose-act.ts";
import { expect, test } from "../journey.ts";

for (const width of [1440, 390]) {
  const tag = width === 390 ? [] : "@all";
  test(`${width} px wide › a cluster's tabs stay where they are when the cluster has been read`, { tag }, async ({
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
    // The row of the cluster is visible while the cluster itself is still being loaded.
    await expect(page.getByText("azure · westeurope")).toBeVisible();
    await expect(page.getByRole("group", { name: "Actions" })).toHaveCount(0);
    const before = await tab.boundingBox();
    letPass();
    await expect(page.getByRole("group", { name: "Actions" })).toBeVisible();
    await expect(page.getByText(/^Healthy( now)?\.$/)).toBeVisible();
    expect(await tab.boundingBox()).toEqual(before);
  });
}

test("the head of a cluster, with its kubeconfig, stays in sight", async ({ page, signIn }) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/payments/ledger-eu/advanced");
  await page.keyboard.press("End");
  await expect(page.getByRole("heading", { name: "ledger-eu", level: 1 })).toBeInViewport();
  const kubeconfig = page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "Kubeconfig" });
  await expect(kubeconfig).toBeInViewport();
});

test("on a phone a cluster's menu opens above its tabs, and the tab shown is in view", async ({ page, signIn }) => {
  await signIn("operator");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/clusters/shop/storefront-eu");
  await moreActionsButton(page).click();
  // Below the tabs, the pointer could not reach the element.
  await page.getByRole("menuitem", { name: /^Update/ }).hover();
  for (const path of ["deletion", "yaml"]) {
    await page.goto(`/clusters/shop/storefront-eu/${path}`);
    const tabs = page.getByRole("navigation", { name: "Pages of this cluster" });
    await expect(tabs.locator("[aria-current=page]"), path).toBeInViewport({ ratio: 0.95 });
  }
});

const clusters = [
  "payments/ledger-us",
  "payments/ledger-eu",
  "payments/settlement",
  "payments/fraud-scoring",
  "shop/storefront-eu",
  "shop/preview-apps",
  "analytics/archive",
  "ml/training",
];
const versionPattern = /\b\d+\.\d+\.\d+\b/g;
const datePattern =
  /\b\d{1,2}(?:–\d{1,2})? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?: \d{4})?(?:, \d\d:\d\d)?/g;

test("no version and no date of a cluster stands twice above the fold", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const cluster of clusters) {
    await page.goto(`/clusters/${cluster}`);
    const timeLine = page.getByRole("region", { name: "Time line" });
    await expect(timeLine.getByRole("heading", { name: "Next" }), cluster).toBeVisible();
    const lines = await timeLine.getByRole("listitem").allInnerTexts();
    expect(new Set(lines).size, cluster).toBe(lines.length);
    const facts = (text: string | null) =>
      [...(text ?? "").matchAll(versionPattern), ...(text ?? "").matchAll(datePattern)].map(([each]) => each);
    const header = facts(
      await page
        .locator("header")
        .filter({ has: page.getByRole("heading", { level: 1 }) })
        .textContent(),
    );
    expect(new Set(header).size, `${cluster}: ${header}`).toBe(header.length);
    const shown = lines.filter((line) => !line.includes("in pool")).flatMap(facts);
    expect(
      shown.filter((fact) => header.includes(fact)),
      cluster,
    ).toEqual([]);
  }
});

test("a mark of the time line opens its reason, also where its line is folded", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/payments/ledger-us");
  const timeLine = page.getByRole("region", { name: "Time line" });
  await expect(timeLine.getByText(/^\d later events$/)).toBeVisible();
  await timeLine.getByTitle(/Forced to 1\.35\.6/).click();
  await expect(timeLine.getByRole("button", { name: /Forced to 1\.35\.6/, expanded: true })).toBeVisible();
  await expect(timeLine.getByText(/^1\.34\.9 expires on /)).toBeVisible();
});

test("the sentence of a cluster says what its conditions and constraints report", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/payments/ledger-us");
  await expect(page.getByText(/Healthy, with findings.*Gardener reports: “.+”/)).toBeVisible();
  await expect(page.getByText("Check the constraints.")).toHaveCount(0);
});

test("what a firewall, a pipeline or a log query needs is copied from the details of a cluster", async ({
  context,
  page,
  signIn,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("owner-commerce");
  await page.goto("/clusters/payments/ledger-eu");
  const details = page.getByRole("region", { name: "Details" });
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await details.getByRole("button", { name: "Copy Egress addresses" }).click();
  await expect.poll(clipboard).toMatch(/^198\.1[89]\.\d+\.\d+\/32(, 198\.1[89]\.\d+\.\d+\/32)+$/);
  await expect(details.getByText(await clipboard())).toBeVisible();
  // The keyboard alone does it, too.
  await details.getByRole("button", { name: "Copy API server (external)" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(clipboard).toMatch(/^https:\/\//);
  await expect(details.getByText(await clipboard(), { exact: true })).toBeVisible();
  await details.getByRole("button", { name: "Copy all" }).click();
  await expect.poll(clipboard).toMatch(/^Domain: ledger-eu\.payments\..*^Technical id: shoot--payments--ledger-eu$/ms);
  await details.getByRole("link", { name: "aws-account" }).click();
  await expect(page.getByRole("region", { name: /^Cloud provider credentials/ })).toBeInViewport();
});

test("a cluster whose provider extension reports no egress addresses says so, and one with both IP families has both", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/analytics/lake-prod");
  const details = page.getByRole("region", { name: "Details" });
  await expect(details.getByText("none reported: they can change")).toBeVisible();
  await expect(details.getByRole("button", { name: "Copy Egress addresses" })).toHaveCount(0);
  await page.goto("/clusters/platform/registry");
  await expect(details.getByText(/^10\.250\.0\.0\/16, 2001:db8:[0-9a-f]+::\/56$/)).toBeVisible();
});
