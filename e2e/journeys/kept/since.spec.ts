import path from "node:path";
import type { Browser, Page } from "@playwright/test";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { openGarden } from "../../garden-request.ts";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { journeyNow, shiftMs, wakeInTheMorning } from "../../morning.ts";
import { freePort, startProcess, temporaryFolder } from "../../processes.ts";

const fromOurPage = { "x-almanac": "1", "sec-fetch-site": "same-origin" };
const hourMs = 3_600_000;
const version = "1.33.12";

/** The block of the overview. */
const since = (page: Page) => page.getByRole("region", { name: /^Since you last looked/ });
const changes = (page: Page) => since(page).getByRole("list", { name: "Changes" }).getByRole("listitem");

async function signInWith(page: Page, origin: string, token: string): Promise<void> {
  const data = { method: "token", token };
  const answer = await page.request.post(`${origin}/api/session`, { data, headers: fromOurPage });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
}

/** Moves the end of a version, as an operator does. */
async function moveEnd(browser: Browser, origin: string, token: string, expirationDate: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInWith(page, origin, token);
  const body: unknown = await (await page.request.get(`${origin}/api/profiles/gcp`)).json();
  const [uid, resourceVersion] = ["uid", "resourceVersion"].map((key) => fieldAt(body, "profile", "metadata", key));
  const versions = listAt(body, "profile", "spec", "kubernetes", "versions").map((entry) =>
    isRecord(entry) && entry.version === version ? { ...entry, expirationDate } : entry,
  );
  const data = { uid, resourceVersion, spec: { kubernetes: { versions } } };
  const answer = await page.request.post(`${origin}/api/profiles/gcp`, { data, headers: fromOurPage });
  expect(answer.status(), await answer.text()).toBe(200);
  await context.close();
}

// In `npm test` server/last-visit/since.test.ts proves it, without a browser.
test("what changed between two visits stands on the overview with its cause, on every device and over a restart", {
  tag: "@all",
}, async ({ browser, page }) => {
  // A garden is started, and an Almanac twice.
  test.slow();
  const { folder, remove } = await temporaryFolder();
  const kubeconfig = path.join(folder, "kubeconfig");
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const garden = await startProcess({
    command: ["garden/main.ts", "--port", "0", "--kubeconfig", kubeconfig, "--no-life"],
    ready: /^garden ready /,
  });
  const startAlmanac = (laterMs: number) =>
    startProcess({
      command: ["server/start/start.js"],
      environment: {
        PORT: String(port),
        KUBECONFIG: kubeconfig,
        LOG_LEVEL: "warn",
        E2E_CLOCK_SHIFT: String(shiftMs + laterMs),
      },
      ready: /Almanac {3}http/,
    });
  let almanac = await startAlmanac(0);
  const { patch, tokenOf } = await openGarden(kubeconfig);
  try {
    await test.step("at the first visit there is nothing to compare with, and the page says so", async () => {
      await signInWith(page, origin, tokenOf("owner-data"));
      await page.goto(`${origin}/`);
      await expect(since(page)).toContainText("This is your first visit");
      await expectAccessibleAtEveryWidth(page);
    });

    await test.step("meanwhile an end is moved, a cluster breaks, and Almanac is started anew", async () => {
      await moveEnd(browser, origin, tokenOf("operator"), "2027-09-30T23:59:59Z");
      const at = `${new Date(journeyNow()).toISOString().slice(0, 19)}Z`;
      const conditions = [{ type: "EveryNodeReady", status: "False", lastTransitionTime: at, lastUpdateTime: at }];
      const shoots = "/apis/core.gardener.cloud/v1beta1/namespaces/garden-analytics/shoots";
      // Gardener would mend it.
      const annotations = { "almanac.garden/hold": "EveryNodeReady:False" };
      expect(await patch(`${shoots}/lake-prod`, { metadata: { annotations } })).toBe(200);
      expect(await patch(`${shoots}/lake-prod/status`, { status: { conditions } })).toBe(200);
      await page.goto("about:blank");
      await almanac.stop();
      almanac = await startAlmanac(hourMs);
    });

    await test.step("at the next visit both are told, each with its cause", async () => {
      await signInWith(page, origin, tokenOf("owner-data"));
      await page.goto(`${origin}/`);
      await expect(since(page).getByRole("heading")).toHaveText(/^Since you last looked, Tue \d+ \w+, \d\d:\d\d$/);
      await expect(changes(page).filter({ hasText: "Became unhealthy: nodes" })).toContainText("analytics/lake-prod");
      const moved = changes(page).filter({ hasText: `Kubernetes ${version} now ends` });
      await expect(moved).toContainText("CloudProfile gcp was changed");
      await expectAccessibleAtEveryWidth(page);
    });

    await test.step("another device is told the same, and a line leads to its clusters", async () => {
      const context = await browser.newContext();
      await wakeInTheMorning(context);
      const device = await context.newPage();
      await signInWith(device, origin, tokenOf("owner-data"));
      await device.goto(`${origin}/`);
      await expect(changes(device).first()).toBeVisible();
      expect(await changes(device).allTextContents()).toEqual(await changes(page).allTextContents());
      await changes(device).filter({ hasText: "Became unhealthy: nodes" }).getByRole("link").click();
      await expect(device).toHaveURL(/\/clusters\/analytics\/lake-prod$/);

      await device.goto(`${origin}/clusters?since=unhealthy:EveryNodeReady`);
      await expect(device.getByRole("status").filter({ hasText: /^Showing 1 of / })).toBeVisible();
      await expect(device.getByRole("link", { name: "lake-prod", exact: true })).toBeVisible();
      await device.getByRole("button", { name: "Remove the filter Changed since you last looked" }).click();
      await expect(device.getByRole("link", { name: "lake-prod", exact: true })).toBeVisible();
      await expect(device).not.toHaveURL(/since=/);
      await device.close();
      await context.close();
    });

    await test.step("what was seen is not told again", async () => {
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
