import { brotliCompressSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "../journey.ts";

const mostBytes = 230_000;

/** Scripts of the chart library, recognized by its class names. They load after the page, at an unpredictable time. */
const isChart = (script: Buffer) => script.includes("recharts-");

/** Maximum sizes of the first load, including what is always needed. Scripts loaded later do not count. */
const pages: readonly (readonly [path: string, role?: Parameters<Page["getByRole"]>[0], name?: RegExp])[] = [
  ["/clusters", "grid", /Clusters/],
  ["/", "heading", /^Needs attention/],
  ["/compare?c=payments/ledger-us&c=payments/ledger-eu", "table", /side by side$/],
  ["/calendar?view=month", "grid"],
  ["/forecast", "heading", /When changes are forced/],
  ["/rotations", "table", /Rotations/],
  ["/seeds", "table", /^Seeds$/],
  ["/seeds/aws-eu1", "heading", /^Conditions and constraints$/],
  ["/rotations/accounts", "table", /Clusters with a SecretBinding/],
  ["/feeds", "heading", /Your feeds/],
  ["/notices", "heading", /^Your rules$/],
  ["/settings", "heading", /^Settings$/],
  ["/glossary", "heading", /^Glossary$/],
  ["/views", "heading", /^Saved views$/],
  ["/versions/kubernetes?profile=gcp", "grid", /Kubernetes versions/],
  ["/clusters/payments/ledger-us", "navigation", /Pages of this cluster/],
  ["/clusters/payments/ledger-us/updates"],
  ["/clusters/shop/storefront-apac/yaml", "region", /YAML of the Shoot/],
  ["/clusters/payments/ledger-eu/nodes", "treegrid", /Worker pools/],
];

/** Pages with cards below the first screen whose scripts load after the first paint: on a busy machine, before the heading. */
const withLaterCards: ReadonlySet<string> = new Set(["/"]);

/** Holds scripts that the next document does not name, so that the page has to show its first screen without them. */
async function holdLaterScripts(page: Page): Promise<void> {
  const document = page.waitForResponse((response) => response.request().isNavigationRequest());
  await page.route(/\/_next\/static\/.*\.js$/, async (route) => {
    const html = await (await document).text();
    if (html.includes(new URL(route.request().url()).pathname)) await route.continue();
  });
}

for (const [path, role, name = /^/] of pages) {
  const tag = path === "/clusters" ? [] : "@all";
  test(`${path} loads less than 230 kB of JavaScript, compressed with brotli`, { tag }, async ({ page, signIn }) => {
    const scripts = new Map<string, Promise<Buffer>>();
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") scripts.set(response.url(), response.body());
    });
    // Requests that the page makes when idle do not belong to its first load. On a busy machine, both would be mixed:
    // the browser considers itself idle after two seconds.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await signIn("operator");
    if (withLaterCards.has(path)) await holdLaterScripts(page);
    const document = await page.goto(path, { waitUntil: "load" });
    if (role) await expect(page.getByRole(role, { name })).toBeVisible();
    page.removeAllListeners("response");
    const html = (await document?.text()) ?? "";
    const bodies: Buffer[] = [];
    for (const [url, answer] of scripts) {
      const body = await answer;
      if (!isChart(body)) bodies.push(body);
      else expect(html, "a chart is no part of the page itself").not.toContain(new URL(url).pathname);
    }
    const bytes = bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
    process.stdout.write(
      `first-load JavaScript of ${path}: ${(bytes / 1000).toFixed(1)} kB (brotli), ${bodies.length} files\n`,
    );
    expect(bodies.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(mostBytes);
  });
}
