import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect as anyExpect, type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { chromiumArgs, findChromium } from "../find-chromium.ts";
import { ours } from "../our-request.ts";
import { temporaryFolder } from "../processes.ts";
import { pictures } from "./pictures.ts";

/**
 * Takes pictures for README.md and docs/using.md, in light and dark colours, from the built product with its demo
 * garden: `npm run pictures`, or `npm run pictures -- calendar` for those whose name contains that. They show one day,
 * whenever they are taken, because nothing moves in a garden in which no time passes.
 */
const day = Date.parse("2026-11-17T09:10:00Z");
// Read by the journeys' clock when it is loaded, and by the server that is started below.
process.env.E2E_CLOCK_SHIFT = String(day - Date.now());
const { startAlmanacServer } = await import("../almanac-server.ts");
const { wakeInTheMorning } = await import("../morning.ts");

const folder = path.resolve(import.meta.dirname, "../../docs/images");
const size = { width: 1280, height: 800 };
/** A busy machine needs its time. */
const expect = anyExpect.configure({ timeout: 120_000 });
const asked = process.argv[2] ?? "";

mkdirSync(folder, { recursive: true });
const logs = await temporaryFolder();
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
      if (picture.hasChart) await expect(page.locator(".recharts-bar-rectangle").first()).toBeVisible();
      await save(page, `${picture.name}-${colours}.png`);
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await almanac.stop();
  await logs.remove();
}

/** An operator who has just signed in. */
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
    headers: ours,
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
  return page;
}

/** The page is there, with its heading, and nothing on it is being loaded. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: /^Data: Live/ })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: /not found/ })).toHaveCount(0);
  await expect(page.locator(".animate-breathe")).toHaveCount(0);
}

/** A palette of 256 colours is enough for a screen, and a third of the size. */
async function save(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
  const { size: bytes } = await sharp(picture)
    .png({ palette: true, effort: 10, dither: 0 })
    .toFile(path.join(folder, name));
  process.stdout.write(`${name}: ${Math.round(bytes / 1000)} kB\n`);
}
