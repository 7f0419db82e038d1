import type { Page, Request } from "@playwright/test";
import { measureEffort } from "../effort.ts";
import { expect, expectAccessible, test, testPageAccessibility } from "../journey.ts";
import { requestClusterAction } from "../our-request.ts";

const boxes = (page: Page) => page.getByRole("checkbox", { name: /^Select [a-z]+\// });
const bar = (page: Page) => page.getByRole("region", { name: "Selected clusters" });
const act = (page: Page, name: RegExp) => bar(page).getByRole("button", { name }).click();
const line = (page: Page, cluster: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: cluster, exact: true }) });

/**
 * Write requests by cluster, without those that failed with a conflict: nothing was written then, and the bulk run
 * requests another preview.
 */
function countWrites(page: Page): Map<string, number> {
  const writes = new Map<string, number>();
  const count = (request: Request, more: number) => {
    const cluster = /\/api\/clusters\/([^/]+\/[^/]+)\/operations$/.exec(new URL(request.url()).pathname)?.[1];
    if (request.method() === "POST" && cluster !== undefined) writes.set(cluster, (writes.get(cluster) ?? 0) + more);
  };
  page.on("request", (request) => count(request, 1));
  page.on("response", (response) => count(response.request(), response.status() === 409 ? -1 : 0));
  return writes;
}

async function openList(page: Page, search: string): Promise<void> {
  await page.goto(`/clusters?${search}`);
  await expect(page.getByRole("grid", { name: "Clusters" })).toBeVisible();
  await expect(boxes(page).first()).toBeVisible();
}

async function planReconcile(page: Page, clusters: readonly string[]): Promise<void> {
  for (const cluster of clusters) await page.getByRole("checkbox", { name: `Select ${cluster}` }).click();
  await act(page, /^Reconcile/);
  await expect(page.getByText(`${clusters.length} eligible, 0 excluded.`)).toBeVisible();
}

test("twenty clusters are reconciled with four clicks and one phrase, to their observed end", async ({
  page,
  passTimeUntil,
  signIn,
}) => {
  const writes = countWrites(page);
  await signIn("operator");
  // Cluster docs is excluded, because its gardenlet is silent.
  await openList(page, "project=analytics,garden,logistics,ml,platform,shop&op=Succeeded&q=-docs+-storefront");
  await expect(boxes(page).nth(19)).toBeVisible();
  await measureEffort(page, 25, { what: "reconcile 20 clusters", clicks: 4, phrases: 1 }, async () => {
    await boxes(page).first().click();
    await boxes(page)
      .nth(19)
      .click({ modifiers: ["Shift"] });
    await expect(bar(page).getByRole("status")).toHaveText("20 selected");
    await act(page, /^Reconcile/);
    await expect(page.getByText("20 eligible, 0 excluded.")).toBeVisible();
    expect([...writes.values()], "nothing is written by a plan").toEqual([]);
    await page.getByRole("textbox", { name: "Type reconcile 20 clusters to confirm" }).fill("reconcile 20 clusters");
    await page.getByRole("button", { name: "Reconcile 20 clusters" }).click();
    await expect(page.getByText("Running", { exact: true })).toBeVisible();
  });
  await passTimeUntil(page.getByText("20 of 20 succeeded"));
  expect(writes.size).toBe(20);
  expect([...writes.values()].filter((count) => count !== 1)).toEqual([]);
});

test("a run stops at a failure, is retried, mended, resumed and reloaded, and asks no cluster twice", async ({
  page,
  passTimeUntil,
  signIn,
}) => {
  const writes = countWrites(page);
  await signIn("operator");
  await annotate(page, "platform/registry", { "almanac.garden/fail": "Deploying external domain DNS record:" });
  await openList(page, "project=logistics,platform");
  await planReconcile(page, ["logistics/port-bremen", "logistics/tracking", "platform/registry"]);
  await page.getByRole("textbox", { name: /to confirm$/ }).fill("reconcile 3 clusters");
  await page.getByRole("button", { name: "Reconcile 3 clusters" }).click();

  const failing = line(page, "platform/registry");
  await passTimeUntil(page.getByText("Stopped by the stop rule"));
  await expect(failing.getByText("Failed", { exact: true })).toBeVisible();
  await expect(line(page, "logistics/tracking").getByText("Waiting", { exact: true })).toBeVisible();
  expect(writes).toEqual(new Map([["platform/registry", 1]]));

  const late = page.waitForResponse((response) => response.status() === 409);
  await page.route(
    /\/registry\/operations$/,
    async (route) => {
      await annotate(page, "platform/registry", { "commerce.example/seen": "today" });
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Retry the 1 failed" }).click();
  await late;
  await passTimeUntil(failing.getByText(/Failed, retrying.*attempt 2/));
  await expect(page.getByText("Stopped by the stop rule")).toBeVisible();

  // Gardener retries automatically, and the bulk run detects the final success.
  await annotate(page, "platform/registry", { "almanac.garden/fail": null });
  await passTimeUntil(failing.getByText("Succeeded", { exact: true }));
  await page.getByRole("button", { name: "Resume" }).click();
  // Both requests are sent at once: one that is pending when the page is left may never arrive and is not repeated.
  for (const cluster of ["logistics/tracking", "logistics/port-bremen"])
    await expect(line(page, cluster).getByText("Requested", { exact: true })).toBeVisible();

  await page.reload();
  await expect(page.getByText(/the tab that drove this run was closed or reloaded/)).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  await passTimeUntil(page.getByText("3 of 3 succeeded"));
  expect(writes).toEqual(
    new Map([
      // One request for each attempt that the user has started.
      ["platform/registry", 2],
      ["logistics/port-bremen", 1],
      ["logistics/tracking", 1],
    ]),
  );
});

/** Changes annotations of the cluster without the page under test, as its owner could with kubectl. */
async function annotate(page: Page, cluster: string, annotations: Record<string, string | null>): Promise<void> {
  const change = { kind: "change", about: "manifest", patch: { metadata: { annotations } } };
  // Gardener changes the cluster meanwhile, so a preview can become outdated.
  await expect(() => requestClusterAction(page, cluster, change)).toPass();
}

test("a cluster whose last operation failed is excluded until it is asked for, and a discarded plan is gone", {
  tag: "@all",
}, async ({ page, signIn }) => {
  await signIn("operator");
  await openList(page, "project=logistics,platform");
  for (const name of ["logistics/customs", "platform/registry"])
    await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  await act(page, /More…/);
  await page.getByRole("menuitem", { name: /^Hibernate/ }).click();
  await expect(page.getByText("1 eligible, 1 excluded.")).toBeVisible();
  const out = page.getByRole("table", { name: "Excluded clusters" });
  await expect(out.getByText("The last operation failed.")).toBeVisible();
  await page.getByRole("checkbox", { name: "Include 1 cluster whose last operation failed" }).click();
  await expect(page.getByText("2 eligible, 0 excluded.")).toBeVisible();
  const address = page.url();
  await page.getByRole("button", { name: "Discard the plan" }).click();
  await expect(page.getByRole("grid", { name: "Clusters" })).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Run not found" })).toBeVisible();
});

test("a second tab follows a run that the first one drives, and cannot act on it", { tag: "@all" }, async ({
  page,
  passTimeUntil,
  signIn,
}) => {
  await signIn("operator");
  await openList(page, "project=platform&op=Succeeded");
  await planReconcile(page, ["platform/policy-hub", "platform/registry"]);
  const phrase = page.getByRole("textbox", { name: /to confirm$/ });
  if (await phrase.isVisible()) await phrase.fill("reconcile 2 clusters");
  await page.getByRole("button", { name: "Reconcile 2 clusters" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused", { exact: true }).first()).toBeVisible();

  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(second.getByText("What you see follows it.")).toBeVisible();
  await expect(second.getByRole("button", { name: "Resume" })).toHaveAttribute("aria-disabled", "true");
  await page.close();
  await expect(second.getByRole("button", { name: "Resume" })).not.toHaveAttribute("aria-disabled", "true");
  await second.getByRole("button", { name: "Resume" }).click();
  await passTimeUntil(second.getByText("2 of 2 succeeded"));
});

test("clusters are marked with the keyboard alone", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  await openList(page, "project=platform&op=Succeeded");
  await page.getByRole("link", { name: "policy-hub", exact: true }).focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(bar(page).getByRole("status")).toHaveText("2 selected");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  await expect(page.getByRole("checkbox", { name: "Select platform/policy-hub" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(bar(page).getByRole("status")).toHaveText("1 selected");
  await page.keyboard.press("Escape");
  await expect(bar(page)).toBeHidden();
  await page.keyboard.press("Shift+Space");
  await expect(bar(page).getByRole("status")).toHaveText("1 selected");
});

testPageAccessibility("the list with marked clusters and a plan have no violation", async (page) => {
  await page.goto("/clusters?project=analytics");
  await boxes(page).first().click();
  await boxes(page).nth(1).click();
  await expect(bar(page).getByRole("status")).toHaveText("2 selected");
  await expectAccessible(page);
  await act(page, /^Maintain/);
  await expect(page.getByText(/\d+ eligible, \d+ excluded\./)).toBeVisible();
});
