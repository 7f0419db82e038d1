import type { Locator, Page } from "@playwright/test";
import { clusterForecastSchema } from "#lib/contract/cluster-forecast.ts";
import { expect, test, testLook } from "../journey.ts";
import { pressEnter } from "../press-enter.ts";

const steps = (page: Page) => page.getByRole("table", { name: "Upcoming steps and dead ends" });
const why = (row: Locator) => row.getByRole("button", { name: "Why?" }).click();
const figure = (page: Page) => page.getByRole("figure", { name: "Upcoming versions" });

test("from a cluster in the list it is one click to the ladder, which says when, to what and why", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/payments/ledger-us");
  const next = page.getByRole("region", { name: "What happens next" });
  await expect(next.getByText(/^Forced to 1\.33\.13 minor: 1\.32\.14 expire[sd] on /)).toBeVisible();
  await page.getByRole("navigation", { name: "Pages of this cluster" }).getByRole("link", { name: "Updates" }).click();

  await expect(figure(page)).toBeVisible();
  await expect(page.getByText(/^Based on profile aws as of \d\d:\d\d, assuming no manual changes\./)).toBeVisible();
  const first = steps(page).getByRole("row").nth(1);
  await expect(first.getByText("forced minor")).toBeVisible();
  await expect(first.getByText("1.32.14", { exact: true })).toBeVisible();
  await expect(first.getByText("1.33.13", { exact: true })).toBeVisible();
  await expect(first.getByText("≤ 12 nodes replaced")).toBeVisible();
  await why(first);
  const reasons = steps(page).getByRole("row").nth(2);
  await expect(
    reasons.getByText(/1\.32\.14 expire[sd] on .* nothing valid is left below the next minor/),
  ).toBeVisible();
  await expect(reasons.getByText(/Turning off automatic updates does not prevent this\./)).toBeVisible();
  await expect(reasons.getByText(/Up to 12 nodes are replaced in pool core\./)).toBeVisible();
  await expect(reasons.getByText("Dated: All dates are known.")).toBeVisible();
});

test("every date and target on the screen is the policy core's for the snapshot that is shown", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  const answer = page.waitForResponse((response) => response.url().endsWith("/forecast"));
  await page.goto("/clusters/payments/acquiring/updates");
  const { forecast } = clusterForecastSchema.parse(await (await answer).json());
  if (forecast.outcome !== "foreseen") throw new Error(forecast.outcome);
  await expect(steps(page)).toBeVisible();
  const own = forecast.lanes.filter(({ followsControlPlane }) => !followsControlPlane);
  const expected = [
    ...own.flatMap(({ hops }) => hops.map(({ earliestAt }) => earliestAt)),
    ...own.flatMap(({ deadEnds }) => deadEnds.map(({ fromAt }) => fromAt)),
    ...forecast.rejections.map(({ fromAt }) => fromAt),
  ].sort((a, b) => a - b);
  const shown = await steps(page)
    .locator("time")
    .evaluateAll((times) => times.map((time) => Date.parse(time.getAttribute("datetime") ?? "")));
  expect(shown).toEqual(expected);
  for (const { from, to } of own.flatMap(({ hops }) => hops)) {
    await expect(steps(page).getByText(from, { exact: true }).first()).toBeVisible();
    await expect(steps(page).getByText(to, { exact: true }).first()).toBeVisible();
  }
});

test("what-if is reached by keyboard alone, changes the ladder, and its address shows a colleague the same", async ({
  page,
  context,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/payments/settlement/updates");
  await pressEnter(page.getByRole("button", { name: "Simulate…" }));
  const automatic = page.getByRole("checkbox", { name: "Kubernetes updates automatic" });
  await expect(automatic).not.toBeChecked();
  await expect(automatic).toBeEnabled();
  await automatic.press("Space");
  await expect(page).toHaveURL(/whatif=k8s:on/);
  await expect(page.getByText("automatic Kubernetes updates on")).toBeVisible();
  const sooner = steps(page).getByRole("row", { name: /auto patch/ });
  await expect(sooner.getByText("moved", { exact: true })).toBeVisible();
  await expect(sooner.getByText(/^as things stand: /)).toBeVisible();
  await expect(page.getByText("Simulation only. Nothing is saved.")).toBeVisible();

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(
    steps(other)
      .getByRole("row", { name: /auto patch/ })
      .getByText("moved", { exact: true }),
  ).toBeVisible();

  await pressEnter(page.getByRole("button", { name: "As things stand" }));
  await expect(page).not.toHaveURL(/whatif/);
  await expect(steps(page).getByText("moved", { exact: true })).toHaveCount(0);
});

test("a what-if that is not understood is said, and what is understood beside it is tried", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/payments/settlement/updates?whatif=k8s:on,teleport:now,unpin:nowhere");
  await expect(page.getByText("Not understood in the address: teleport:now")).toBeVisible();
  await expect(page.getByText("The cluster has no pool nowhere.")).toBeVisible();
  await expect(page.getByText("automatic Kubernetes updates on")).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page).not.toHaveURL(/teleport/);
});

test("the dry run of the next step shows the API server's verdict and writes nothing", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/payments/ledger-us/updates");
  await pressEnter(page.getByRole("button", { name: "Dry run of the next step" }));
  await expect(page.getByText(/The API server would (accept|refuse) the next step today/)).toBeVisible();
  await expect(page.getByText(/by a server-side dry run; nothing was written\./)).toBeVisible();
  await expect(steps(page).getByText(/(accepted|refused) today/)).toBeVisible();
});

test("who may not change a cluster is told why there is no verdict", async ({ page, signIn, expectedFaults }) => {
  expectedFaults.push("403", "status of 403");
  await signIn("viewer");
  await page.goto("/clusters/shop/storefront-eu/updates");
  await page.getByRole("button", { name: "Dry run of the next step" }).click();
  await expect(page.getByText("The dry run could not be made")).toBeVisible();
});

test("l goes from lane to lane and back to all, and the address says which one is shown", async ({ page, signIn }) => {
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

test("the next window is told in three clocks, with what daylight saving does to it, and what it will and will not do", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/payments/ledger-us");
  const window = page.getByRole("region", { name: "Next maintenance window" });
  await window.getByText("Other clocks").click();
  await window.getByText(/^Will not do \(\d+\)$/).click();
  await expect(window.getByText("Cluster, UTC-05:00")).toBeVisible();
  await expect(window.getByText("You, Europe/Berlin")).toBeVisible();
  await expect(
    window.getByText(/does not follow daylight saving\. In Europe\/Berlin it begins at \d\d:\d\d now and at/),
  ).toBeVisible();
  await expect(window.getByText(/Control plane: 1\.32\.14 to 1\.33\.13/)).toBeVisible();
  await expect(window.getByText(/that is never automatic/)).toBeVisible();
});

test("a cluster in deletion, one half written and one with nothing to come each say what is known", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/sandbox/old-demo/updates");
  await expect(page.getByText(/being deleted, so no maintenance changes its versions/).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Versions today" })).toBeVisible();
  await page.goto("/clusters/sandbox/half-written/updates");
  await expect(figure(page).getByRole("list", { name: "Components" })).toBeVisible();
});

testLook("Updates has no violation, also with something tried out and a verdict", async (page) => {
  await page.goto("/clusters/payments/ledger-us/updates?whatif=images:on,nonsense");
  await expect(figure(page)).toBeVisible();
  await page.getByRole("button", { name: "More scenarios…" }).click();
  await page.getByRole("button", { name: "Dry run of the next step" }).click();
  await expect(page.getByText(/next step today/)).toBeVisible();
});
