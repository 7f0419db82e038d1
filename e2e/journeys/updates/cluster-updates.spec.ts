import type { Page } from "@playwright/test";
import { expect, test, testPageAccessibility } from "../../journey.ts";
import { pressEnter } from "../../press-enter.ts";

const steps = (page: Page) => page.getByRole("table", { name: "Upcoming steps and dead ends" });
const figure = (page: Page) => page.getByRole("figure", { name: "Upcoming versions" });

test("from a cluster it is one click to the ladder, which says to what and why, and what the API server says today", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/payments/ledger-us");
  const timeLine = page.getByRole("region", { name: "Time line" });
  const details = async (name: RegExp) => {
    await timeLine.getByRole("button", { name }).first().click();
  };
  await details(/Forced to 1\.33\.13: ≤ 12 nodes replaced/);
  await expect(timeLine.getByText(/^1\.32\.14 expire[sd] on /)).toBeVisible();
  await expect(timeLine.getByRole("link", { name: "Updates of this cluster" })).toBeVisible();
  await details(/Next maintenance window/);
  await timeLine.getByText("Other clocks").click();
  await expect(timeLine.getByText("You, Europe/Berlin")).toBeVisible();
  await timeLine.getByText(/^Will not do \(\d+\)$/).click();
  await expect(timeLine.getByText(/that is never automatic/)).toBeVisible();
  await page.getByRole("navigation", { name: "Pages of this cluster" }).getByRole("link", { name: "Updates" }).click();

  await expect(figure(page)).toBeVisible();
  const first = steps(page).getByRole("row").nth(1);
  await expect(first.getByText("forced minor")).toBeVisible();
  await expect(first.getByText("1.33.13", { exact: true })).toBeVisible();
  await pressEnter(page.getByRole("button", { name: "Dry run of the next step" }));
  await expect(page.getByText(/by a server-side dry run; nothing was written\./)).toBeVisible();
  await expect(steps(page).getByText(/(accepted|refused) today/)).toBeVisible();
  await first.getByRole("button", { name: "Why?" }).click();
  await expect(steps(page).getByRole("row").nth(2).getByText("Dated: All dates are known.")).toBeVisible();
});

test("beside the next minor stands whether the cluster is ready, with what nobody looked at, and the preview says the same", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/payments/ledger-us/updates");
  const card = page.getByRole("region", { name: "Ready for Kubernetes 1.33?" });
  await expect(card.getByText(/^Maintenance is to update the control plane from 1\.32\.14 to 1\.33\.13/)).toBeVisible();
  await card.getByText("Not looked at before").click();
  await expect(card.getByText(/^Nobody looked inside the cluster/)).toBeVisible();
  const apis = /^APIs that Kubernetes 1\.33 removes: SelfSubjectReview .* was not looked at\.$/;
  await expect(card.getByText(apis)).toBeVisible();
  await expect(card.getByText("Ready", { exact: true })).toHaveCount(0);
  const result = steps(page)
    .getByRole("row", { name: /1\.33\.13/ })
    .getByRole("link", { name: /[Rr]eady/ });
  await expect(result.first()).toHaveAttribute("href", "#readiness");
});

test("what-if is reached by keyboard alone, changes the ladder, and its address says what is tried, and what is not understood", {
  tag: "@all",
}, async ({ page, context, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/payments/settlement/updates?whatif=teleport:now");
  await expect(page.getByText("Not understood in the address: teleport:now")).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page).not.toHaveURL(/teleport/);
  await pressEnter(page.getByRole("button", { name: "Simulate…" }));
  const automatic = page.getByRole("checkbox", { name: "Kubernetes updates automatic" });
  await expect(automatic).not.toBeChecked();
  await expect(automatic).toBeEnabled();
  await automatic.press("Space");
  await expect(page).toHaveURL(/whatif=k8s:on/);
  const sooner = (on: Page) => steps(on).getByRole("row", { name: /auto patch/ });
  await expect(sooner(page).getByText("moved", { exact: true })).toBeVisible();
  await expect(sooner(page).getByText(/^as things stand: /)).toBeVisible();

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(sooner(other).getByText("moved", { exact: true })).toBeVisible();

  await pressEnter(page.getByRole("button", { name: "As things stand" }));
  await expect(page).not.toHaveURL(/whatif/);
  await expect(steps(page).getByText("moved", { exact: true })).toHaveCount(0);
});

test("l goes from lane to lane, and the address says which one is shown", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/payments/acquiring/updates");
  await expect(figure(page)).toBeVisible();
  await page.keyboard.press("l");
  await expect(page).toHaveURL(/lane=control-plane/);
  await page.keyboard.press("l");
  await expect(page).toHaveURL(/lane=pool\/pci\/kubernetes/);
  await expect(page.getByRole("combobox", { name: "Component" })).toHaveValue("pool/pci/kubernetes");
  await page.goto("/clusters/payments/acquiring/updates?lane=pool/nowhere/image");
  await expect(page.getByText('This cluster has no component "pool/nowhere/image"')).toBeVisible();
});

test.describe("tried out", { tag: "@all" }, () => {
  testPageAccessibility("Updates has no violation, also with something tried out and a verdict", async (page) => {
    await page.goto("/clusters/payments/ledger-us/updates?whatif=images:on,nonsense");
    await expect(figure(page)).toBeVisible();
    await page.getByRole("button", { name: "More scenarios…" }).click();
    await page.getByRole("button", { name: "Dry run of the next step" }).click();
    await expect(page.getByText(/next step today/)).toBeVisible();
  });
});
