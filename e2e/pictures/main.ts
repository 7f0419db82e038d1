import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect as anyExpect, type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { chromiumArgs, findChromium } from "../find-chromium.ts";
import { ownPageHeaders } from "../our-request.ts";
import { createTemporaryFolder } from "../processes.ts";
import { pictures } from "./pictures.ts";

/**
 * Takes the screenshots for README.md and docs/using.md, in light and dark colours, from the production build with a
 * demo garden: `npm run pictures`, or `npm run pictures -- calendar` for pictures whose name contains that word. The
 * garden's clock stands still, so all pictures show the same day.
 */
const day = Date.parse("2026-11-17T09:10:00Z");
// Must be set before the tests' clock is loaded, and for the server that is started below.
process.env.E2E_CLOCK_SHIFT = String(day - Date.now());
const { startAlmanacServer } = await import("../almanac-server.ts");
const { setJourneyClock: wakeInTheMorning } = await import("../morning.ts");

const folder = path.resolve(import.meta.dirname, "../../docs/images");
const size = { width: 1280, height: 800 };
/** Timeout in milliseconds, long enough for a busy machine. */
const expect = anyExpect.configure({ timeout: 120_000 });
const asked = process.argv[2] ?? "";

mkdirSync(folder, { recursive: true });
const logs = await createTemporaryFolder();
const almanac = await startAlmanacServer({ log: path.join(logs.folder, "server.log") });
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumArgs] });
try {
  for (const picture of pictures.filter(({ name }) => name.includes(asked))) {
    for (const colours of ["light", "dark"] as const) {
      await almanac.beginAnew();
      const page = await visitor(browser, colours);
      await page.goto(picture.path);
      await settled(page);
      if (picture.hasChart) await expect(page.locator(".recharts-surface").first()).toBeVisible();
      await save(page, `${picture.name}-${colours}.png`);
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await almanac.stop();
  await logs.remove();
}

/** A browser page on which the operator has just signed in. */
async function visitor(browser: Browser, colorScheme: "light" | "dark"): Promise<Page> {
  const context = await browser.newContext({
    baseURL: almanac.origin,
    viewport: size,
    colorScheme,
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
  });
  context.setDefaultTimeout(120_000);
  await wakeInTheMorning(context);
  const page = await context.newPage();
  const answer = await page.request.post("/api/session", {
    data: { method: "demo", identity: "operator" },
    headers: ownPageHeaders,
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
  return page;
}

/** Waits until the page shows its heading and no loading indicator. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: /^Data: Live/ })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: /not found/ })).toHaveCount(0);
  await expect(page.locator(".animate-breathe")).toHaveCount(0);
}

/** Reduces a screenshot to 256 colours, which makes the file three times smaller. */
async function save(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
  const { size: bytes } = await sharp(picture)
    .png({ palette: true, effort: 10, dither: 0 })
    .toFile(path.join(folder, name));
  process.stdout.write(`${name}: ${Math.round(bytes / 1000)} kB\n`);
}
