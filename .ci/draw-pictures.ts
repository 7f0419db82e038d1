import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { logoShapes } from "#components/ui/logo-shapes.ts";
import { chromiumArgs, findChromium } from "#e2e/find-chromium.ts";
import { packIcon } from "./pack-icon.ts";
import { repositoryRoot } from "./source-files.ts";

/**
 * Draws the icons in `public/` from the logo, in all formats for browsers, phones and link previews. Run `npm run
 * draw:pictures` after a change of the logo.
 */
const folder = path.join(repositoryRoot, "public");

const sun = `<path d="${logoShapes.sun.d}" fill="${logoShapes.sun.colour}"/>`;
const strokes = logoShapes.strokes
  .map(({ d, colour }) => `<path d="${d}" stroke="${colour}" stroke-width="2" stroke-linecap="round" fill="none"/>`)
  .join("");
const { colour: field, radius } = logoShapes.field;

const svg = (rounding: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Almanac</title><rect width="32" height="32" rx="${rounding}" fill="${field}"/>${sun}${strokes}</svg>`;
const rounded = svg(radius);
/** The icon without margin, for platforms that crop icons; the logo lies inside the area that is never cropped. */
const fullBleed = svg(0);

const font = readFileSync(
  path.join(repositoryRoot, "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
).toString("base64");

/** Size of link previews, 1200 by 630 pixels. */
const linkPicture = `<style>
  @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font}); }
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; background: ${field};
    color: #fff; font-family: Inter; }
  header { position: absolute; left: 88px; top: 84px; font-size: 104px; font-weight: 650; letter-spacing: -0.035em; }
  p { position: absolute; left: 92px; top: 240px; margin: 0; font-size: 42px; line-height: 1.42; color: #c9efdd; }
  svg { position: absolute; left: 0; top: 0; }
</style>
<svg width="1200" height="630" fill="none" stroke-linecap="round">
  <path d="M770 516a170 170 0 0 1 340 0" fill="${logoShapes.sun.colour}"/>
  <path d="M940 240v60M744 320l42 42M1136 320l-42 42" stroke="${logoShapes.strokes[1].colour}" stroke-width="20"/>
  <path d="M92 516H1112" stroke="#fff" stroke-width="14"/>
  <path d="M92 560H1112" stroke="${logoShapes.strokes[1].colour}" stroke-width="7" opacity="0.55"/>
</svg>
<header>Almanac</header>
<p>See every Gardener cluster,<br>foresee every version change,<br>act safely.</p>`;

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [...chromiumArgs],
});
mkdirSync(folder, { recursive: true });
const write = (name: string, content: string | Uint8Array) => writeFileSync(path.join(folder, name), content);
write("icon.svg", `${rounded}\n`);
write("favicon.ico", packIcon(await Promise.all([16, 32, 48].map((size) => square(browser, rounded, size)))));
write("icon-192.png", await square(browser, rounded, 192));
write("icon-512.png", await square(browser, rounded, 512));
write("icon-maskable-512.png", await square(browser, fullBleed, 512));
write("apple-touch-icon.png", await square(browser, fullBleed, 180));
write("link-picture.png", await shoot(browser, linkPicture, { width: 1200, height: 630 }));
await browser.close();

function square(browser: Browser, drawing: string, size: number): Promise<Uint8Array> {
  const page = `<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${drawing}`;
  return shoot(browser, page, { width: size, height: size });
}

async function shoot(
  browser: Browser,
  html: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
}
