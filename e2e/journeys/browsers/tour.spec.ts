import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { appPages } from "#server/start/app-files.ts";
import { firefox } from "../../browsers/firefox.ts";
import { click, resize, sidewaysScrollers, textOf } from "../../browsers/on-the-page.ts";
import type { TourBrowser } from "../../browsers/tour-browser.ts";
import { expect, test } from "../../browsers/tour-test.ts";
import { webkit } from "../../browsers/webkit.ts";
import { halfFlowSeconds } from "../../journey.ts";
import { ownPageHeaders, requestClusterAction } from "../../our-request.ts";
import { demoAddressOf } from "../../shown-pages.ts";

const cluster = "payments/ledger-eu";
const reconcile = { kind: "operation", id: "reconcile", when: "now" };

for (const kind of [firefox, webkit]) {
  const { name, missing } = kind;
  test.describe(missing === undefined ? name : `${name}, skipped: ${missing}`, { tag: "@all" }, () => {
    test.skip(missing !== undefined);
    test.use({ kind });

    test("every page has a heading, no errors and no horizontal scroll bar", async ({
      tour,
      visit,
      expectedFaults,
    }) => {
      test.slow();
      for (const { path: pattern, access } of appPages()) {
        if (access !== "signed-in") continue;
        await test.step(pattern, async () => {
          await visit(demoAddressOf(pattern));
          expect(await textOf(tour, "main"), "the time zone UTC").not.toContain("UTC+00:00");
          await expect.poll(() => sidewaysScrollers(tour), `${pattern}, wide`).toEqual([]);
          await resize(tour, kind.narrow);
          await expect.poll(() => sidewaysScrollers(tour), `${pattern}, narrow`).toEqual([]);
          await resize(tour, 1280);
        });
      }
      await test.step("errors of a page are noticed", async () => {
        expectedFaults.push("on purpose");
        await tour.evaluate(() => console.error("on purpose"), undefined);
        await expect.poll(() => tour.faults()).toContainEqual(expect.stringContaining("on purpose"));
      });
    });

    test("an action is accepted, another user's action appears without a reload, and a list is exported", async ({
      tour,
      visit,
      passTime,
      request,
    }) => {
      await test.step("an action", async () => {
        await visit(`/clusters/${cluster}`);
        await click(tour, "button", "More actions");
        await click(tour, "[role=menuitem]", "Reconcile");
        await click(tour, "[role=dialog] button", "Reconcile now");
        await expect.poll(() => textOf(tour, "main")).toMatch(/Reconcile: (Requested|Accepted)/);
        await passTime(60);
        await expect.poll(() => noticesLabel(tour)).toBe("Notifications: 1 new");
      });

      await test.step("another user's action", async () => {
        await visit("/clusters?q=preview-apps");
        await expect.poll(() => textOf(tour, "[role=grid]")).toMatch(/Reconcile\s*Succeeded/);
        const loadedAt = await tour.evaluate(() => performance.timeOrigin, undefined);
        const data = { method: "demo", identity: "operator" };
        expect((await request.post("/api/session", { data, headers: ownPageHeaders })).ok()).toBe(true);
        await requestClusterAction({ request }, "shop/preview-apps", reconcile);
        await passTime(halfFlowSeconds);
        await expect.poll(() => textOf(tour, "[role=grid]")).toMatch(/Reconcile\s*\d+ %/);
        expect(await tour.evaluate(() => performance.timeOrigin, undefined)).toBe(loadedAt);
      });

      await test.step("an export", async () => {
        await visit("/clusters?q=ledger");
        await click(tour, "button", "Export");
        await click(tour, "[role=menuitem]", "Table (CSV)");
        const file = path.join(tour.downloads, "clusters.csv");
        // Empty until the file exists.
        const text = () => readFile(file, "utf8").catch(() => "");
        await expect.poll(text).toMatch(/^Project,Cluster,Health,.*\r\npayments,ledger-eu,Healthy,.*\r\n(.*\r\n)*$/);
      });
    });

    test("the dark theme covers a narrow screen to its right edge", async ({ tour, visit }) => {
      await visit("/settings");
      expect((await brightness(tour)).page).toBeGreaterThan(200);
      await click(tour, "fieldset button", "Dark");
      await expect.poll(async () => (await brightness(tour)).page).toBeLessThan(60);
      await resize(tour, kind.narrow);
      await visit("/clusters");
      expect(await sidewaysScrollers(tour)).toEqual([]);
      const { page, edge } = await brightness(tour);
      expect(page).toBeLessThan(60);
      expect(edge, "brightest pixel at the right edge").toBeLessThan(200);
    });
  });
}

function noticesLabel(tour: TourBrowser) {
  return tour.evaluate(
    () => document.querySelector("button[aria-label^='Notifications']")?.getAttribute("aria-label"),
    undefined,
  );
}

/** Brightness from 0 to 255: mean of the page, and maximum along its right edge. */
async function brightness(tour: TourBrowser): Promise<{ readonly page: number; readonly edge: number }> {
  const picture = await tour.picture();
  const { width, height } = await sharp(picture).metadata();
  const edge = sharp(picture).extract({ left: width - 4, top: 0, width: 4, height });
  const { channels } = await sharp(picture).stats();
  return { page: channels[0]?.mean ?? 0, edge: Math.max(...(await edge.greyscale().removeAlpha().raw().toBuffer())) };
}
