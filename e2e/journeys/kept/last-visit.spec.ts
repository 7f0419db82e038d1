import path from "node:path";
import type { Page } from "@playwright/test";
import { openKubeconfigGarden } from "../../garden-request.ts";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { clockShiftMs, journeyNowMs } from "../../morning.ts";
import { setVersionExpiration, signInWithToken } from "../../our-request.ts";
import { createTemporaryFolder, findFreePort, startAlmanac, startGarden } from "../../processes.ts";

const hourMs = 3_600_000;
const version = "1.33.12";

/** The region "since your last visit" of the overview. */
const since = (page: Page) => page.getByRole("region", { name: /^Since you last looked/ });
const changes = (page: Page) => since(page).getByRole("list", { name: "Changes" }).getByRole("listitem");

// `npm test` covers this without a browser in server/last-visit/last-visit.test.ts.
test("what changed between two visits stands on the overview with its cause, over a restart", {
  tag: "@all",
}, async ({ browser, page }) => {
  // Long timeout: the test starts a garden, and Almanac twice.
  test.slow();
  const { folder, remove } = await createTemporaryFolder();
  const kubeconfig = path.join(folder, "kubeconfig");
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const garden = await startGarden(kubeconfig);
  const startLater = (laterMs: number) =>
    startAlmanac(port, { KUBECONFIG: kubeconfig, E2E_CLOCK_SHIFT: String(clockShiftMs + laterMs) });
  let almanac = await startLater(0);
  const { patch, tokenOf } = await openKubeconfigGarden(kubeconfig);
  try {
    await test.step("at the first visit there is nothing to compare with, and the page says so", async () => {
      await signInWithToken(page, origin, tokenOf("owner-data"));
      await page.goto(`${origin}/`);
      await expect(since(page)).toContainText("Your first visit");
    });

    await test.step("meanwhile an end is moved, a cluster breaks, and Almanac is started anew", async () => {
      const context = await browser.newContext();
      const operator = await context.newPage();
      await signInWithToken(operator, origin, tokenOf("operator"));
      await setVersionExpiration(operator, version, "2027-09-30T23:59:59Z", origin);
      await context.close();
      const at = `${new Date(journeyNowMs()).toISOString().slice(0, 19)}Z`;
      const conditions = [{ type: "EveryNodeReady", status: "False", lastTransitionTime: at, lastUpdateTime: at }];
      const shoots = "/apis/core.gardener.cloud/v1beta1/namespaces/garden-analytics/shoots";
      // Without this annotation, the simulated care controller would reset the condition.
      const annotations = { "almanac.garden/hold": "EveryNodeReady:False" };
      expect(await patch(`${shoots}/lake-prod`, { metadata: { annotations } })).toBe(200);
      expect(await patch(`${shoots}/lake-prod/status`, { status: { conditions } })).toBe(200);
      await page.goto("about:blank");
      await almanac.stop();
      almanac = await startLater(hourMs);
    });

    await test.step("at the next visit both are told, each with its cause", async () => {
      await signInWithToken(page, origin, tokenOf("owner-data"));
      await page.goto(`${origin}/`);
      await expect(since(page).getByRole("heading")).toHaveText(/^Since you last looked, Tue \d+ \w+, \d\d:\d\d$/);
      await expect(changes(page).filter({ hasText: "Became unhealthy: nodes" })).toContainText("analytics/lake-prod");
      const moved = changes(page).filter({ hasText: `Kubernetes ${version} now ends` });
      await expect(moved).toContainText("CloudProfile gcp was changed");
      await expectAccessibleAtEveryWidth(page);
    });

    await test.step("a line leads to its clusters", async () => {
      await page.setViewportSize({ width: 1280, height: 720 });
      await changes(page).filter({ hasText: "Became unhealthy: nodes" }).getByRole("link").click();
      await expect(page).toHaveURL(/\/clusters\/analytics\/lake-prod$/);
      await page.goto(`${origin}/clusters?since=unhealthy:EveryNodeReady`);
      await expect(page.getByRole("status").filter({ hasText: /^Showing 1 of / })).toBeVisible();
      await page.getByRole("button", { name: "Remove the filter Changed since you last looked" }).click();
      await expect(page).not.toHaveURL(/since=/);
    });

    await test.step("what was seen is not told again", async () => {
      await page.goto(`${origin}/`);
      await since(page).getByRole("button", { name: "I have seen this" }).click();
      await expect(since(page)).toContainText("Nothing that matters has changed.");
      await page.reload();
      await expect(since(page)).toContainText("Nothing that matters has changed.");
    });
  } finally {
    await page.close(); // its stream would knock at a server that is gone
    await almanac.stop();
    await garden.stop();
    await remove();
  }
});
