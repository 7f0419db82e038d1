import type { Page } from "@playwright/test";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import { appPages } from "#server/start/app-files.ts";
import { expect, test } from "./journey.ts";

/** Maximum length, in characters, of a text on a page that is not collapsed. */
const longestAnswer = 600;

interface Row {
  readonly project: string;
  readonly name: string;
  readonly findings: number;
  readonly pools: number;
  readonly seed?: string | undefined;
  readonly deletionRequestedAt?: string | undefined;
}

/** One healthy cluster, one with problems, one without nodes and one in deletion, if the user can see such clusters. */
function chosenOf(rows: readonly Row[]): readonly Row[] {
  const wanted: readonly ((row: Row) => boolean)[] = [
    ({ findings }) => findings === 0,
    ({ findings }) => findings > 1,
    ({ pools }) => pools === 0,
    ({ deletionRequestedAt }) => deletionRequestedAt !== undefined,
  ];
  return [...new Set(wanted.flatMap((fits) => rows.find(fits) ?? []))];
}

function addressesOf(rows: readonly Row[]): readonly string[] {
  const seed = rows.find((row) => row.seed !== undefined)?.seed ?? "none";
  return appPages()
    .filter(({ access }) => access === "signed-in")
    .flatMap(({ path }) => {
      if (!path.includes("[project]")) {
        return [
          path
            .replace("[image]", "gardenlinux")
            .replace("[seed]", seed)
            .replace(/\/\[\w+\]$/, "/none"),
        ];
      }
      return chosenOf(rows).map(({ project, name }) => path.replace("[project]", project).replace("[name]", name));
    });
}

/** Texts of the page that are too long. YAML and collapsed texts do not count. */
function longTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate((limit) => {
    const long: string[] = [];
    for (const element of document.querySelectorAll("body *")) {
      if (element.closest("script, style, pre, textarea, .cm-editor, details:not([open])") !== null) continue;
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = own.map((node) => node.textContent).join("");
      if (text.length > limit && element.checkVisibility()) long.push(text.slice(0, 120));
    }
    return long;
  }, longestAnswer);
}

for (const identity of ["operator", "owner-commerce", "owner-data", "viewer"]) {
  test(`the tour of all pages as ${identity}`, async ({ page, signIn, expectedFaults }) => {
    // Page of a bulk run that does not exist.
    expectedFaults.push("/operations/none", "/api/runs/none");
    await signIn(identity);
    await page.goto("/clusters");
    // A user who opens more than thirty pages a minute gets 429 for event streams only.
    expectedFaults.push(`429 (Too Many Requests) (${new URL(page.url()).origin}/api/stream`);
    await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
    const { rows } = readEntireFleet(await (await page.request.get("/api/fleet")).text());
    expect(rows.length).toBeGreaterThan(0);
    const addresses = addressesOf(rows);
    const long: string[] = [];
    for (const address of addresses) {
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page.getByRole("main")).toBeVisible();
        await expect(page.locator("main .animate-breathe")).toHaveCount(0);
        await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
        long.push(...(await longTexts(page)).map((text) => `${address}: ${text}`));
      });
    }
    expect(long).toEqual([]);
    const schema = await page.request.get("/api/shoot-schema");
    expect(schema.status()).toBe(200);
    expect(JSON.stringify(await schema.json())).toContain("maxSurge");
    process.stdout.write(`${identity}: ${addresses.length} pages, ${rows.length} clusters\n`);
  });
}
