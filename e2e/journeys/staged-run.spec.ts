import type { Page, Request } from "@playwright/test";
import { expect, expectAccessible, test } from "../journey.ts";

const clusters = ["shop/loyalty", "shop/preview-apps", "shop/storefront-eu"] as const;
const status = (page: Page) => page.getByRole("status").filter({ hasText: /tage/ });
/** Requests by cluster, of every page that is given, without those that failed with a conflict: those wrote nothing. */
function countWrites(...pages: readonly Page[]): Map<string, number> {
  const writes = new Map<string, number>();
  const count = (request: Request, more: number) => {
    const cluster = /\/api\/clusters\/([^/]+\/[^/]+)\/operations$/.exec(new URL(request.url()).pathname)?.[1];
    if (request.method() === "POST" && cluster !== undefined) writes.set(cluster, (writes.get(cluster) ?? 0) + more);
  };
  for (const page of pages) {
    page.on("request", (request) => count(request, 1));
    page.on("response", (response) => count(response.request(), response.status() === 409 ? -1 : 0));
  }
  return writes;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a run in stages waits for another person, goes on after a reload and a failure, and says who did what", async ({
  page,
  askGarden,
  colleague,
  passTimeUntil,
  signIn,
}) => {
  const other = await colleague("operator");
  const writes = countWrites(page, other);
  const fail = async (cluster: string, step: string | null) => {
    const path = `/apis/core.gardener.cloud/v1beta1/namespaces/garden-${cluster.replace("/", "/shoots/")}`;
    const annotations = { "almanac.garden/fail": step };
    expect((await askGarden("PATCH", path, { metadata: { annotations } })).status).toBe(200);
  };
  await signIn("owner-commerce");
  await page.goto("/clusters?project=shop");
  await expect(page.getByRole("grid", { name: "Clusters" })).toBeVisible();
  for (const cluster of clusters) await page.getByRole("checkbox", { name: `Select ${cluster}` }).click();
  await page
    .getByRole("region", { name: "Selected clusters" })
    .getByRole("button", { name: /^Reconcile/ })
    .click();
  await expect(page.getByText("3 eligible, 0 excluded.")).toBeVisible();

  await test.step("the plan becomes stages with a gate, and sends nothing", async () => {
    await page.getByLabel("Stages", { exact: true }).selectOption({ label: "One cluster first, then the others" });
    await page.getByLabel("A stage begins when").selectOption({ label: "It is healthy, and another person approves" });
    await expectAccessible(page);
    await page.getByRole("textbox", { name: /to confirm$/ }).fill("reconcile 3 clusters");
    await button(page, "Keep the run in the project").click();
    await expect(page.getByRole("region", { name: "Stages and gates" })).toContainText("0 of 1 succeeded");
    await expect(status(page)).toHaveText(/Stage 1 waits until somebody/);
    await expect(page.getByRole("region", { name: "What is sent" })).toContainText('"id": "reconcile"');
    expect([...writes]).toEqual([]);
    await expectAccessible(page);
  });

  await test.step("its maker drives the first stage, and cannot approve the second", async () => {
    // Pressed twice, it still sends once.
    await button(page, "Continue with my rights").dblclick();
    await passTimeUntil(page.getByText("1 of 1 succeeded").first());
    await expect(button(page, "Approve stage 2")).toHaveAttribute("aria-disabled", "true");
    expect([...writes.values()]).toEqual([1]);
    await expectAccessible(page);
  });

  const [done] = writes.keys();
  const [failing = ""] = clusters.filter((cluster) => cluster !== done);
  await test.step("another person finds it on Operations, and approves", async () => {
    await other.goto("/operations");
    await other.getByRole("region", { name: "Runs in stages" }).getByRole("link", { name: "Reconcile" }).click();
    await button(other, "Approve stage 2").click();
    await expect(other.getByRole("region", { name: "Who did what" })).toContainText("approved stage 2");
    await expectAccessible(other);
  });

  await test.step("after a reload it goes on only when somebody says so, and a failure holds it", async () => {
    await page.reload();
    await expect(status(page)).toHaveText(/The gate of stage 2 is open/);
    await fail(failing, "Deploying external domain DNS record:");
    await button(page, "Continue with my rights").click();
    await passTimeUntil(status(page).filter({ hasText: "Stage 2 is held by failures." }));
    expect(writes.get(failing)).toBe(1);
    await expectAccessible(page);
  });

  await test.step("another person asks the failed cluster again after it is mended, and the run ends", async () => {
    await fail(failing, null);
    await button(other, "Retry the 1 failed").click();
    await passTimeUntil(other.getByText("2 of 2 succeeded").first());
    await expect(other.getByText("All stages are over.")).toBeVisible();
    await expect(page.getByText("All stages are over.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Who did what" })).toContainText("saw the last stage end");
    await expectAccessible(page);
  });
  expect(Object.fromEntries(writes)).toEqual(
    Object.fromEntries(clusters.map((cluster) => [cluster, cluster === failing ? 2 : 1])),
  );
});
