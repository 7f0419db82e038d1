import { brotliCompressSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "../journey.ts";

const mostBytes = 230_000;

/** Charts come when the page is there, how soon after it is chance: they are told by the class names of their library. */
const isChart = (script: Buffer) => script.includes("recharts-");

interface MeasuredPage {
  readonly path: string;
  /** What must be there; what is drawn later than the page has loaded does not count. */
  readonly loaded?: (page: Page) => ReturnType<Page["getByRole"]>;
}

const pages: readonly MeasuredPage[] = [
  { path: "/clusters", loaded: (page) => page.getByRole("grid", { name: "Clusters" }) },
  { path: "/", loaded: (page) => page.getByRole("heading", { name: /^Needs attention/ }) },
  {
    path: "/compare?c=payments/ledger-us&c=payments/ledger-eu",
    loaded: (page) => page.getByRole("table", { name: /side by side$/ }),
  },
  { path: "/calendar?view=month", loaded: (page) => page.getByRole("grid") },
  { path: "/forecast", loaded: (page) => page.getByRole("heading", { name: /When changes are forced/ }) },
  { path: "/rotations", loaded: (page) => page.getByRole("table", { name: "Rotations" }) },
  { path: "/feeds", loaded: (page) => page.getByRole("heading", { name: "Your feeds" }) },
  { path: "/notices", loaded: (page) => page.getByRole("heading", { name: "Your rules", exact: true }) },
  { path: "/settings", loaded: (page) => page.getByRole("heading", { name: "Settings", exact: true }) },
  { path: "/glossary", loaded: (page) => page.getByRole("heading", { name: "Glossary", exact: true }) },
  { path: "/views", loaded: (page) => page.getByRole("heading", { name: "Saved views", exact: true }) },
  {
    path: "/versions/kubernetes?profile=gcp",
    loaded: (page) => page.getByRole("grid", { name: /Kubernetes versions/ }),
  },
  {
    path: "/clusters/payments/ledger-us",
    loaded: (page) => page.getByRole("navigation", { name: "Pages of this cluster" }),
  },
  { path: "/clusters/payments/ledger-us/updates" },
  {
    path: "/clusters/shop/storefront-apac/yaml",
    loaded: (page) => page.getByRole("region", { name: "YAML of the Shoot" }),
  },
  {
    path: "/clusters/payments/ledger-eu/nodes",
    loaded: (page) => page.getByRole("treegrid", { name: "Worker pools" }),
  },
];

/** The list, a page of figures, one of a cluster, and the one with the editor; the others with all. */
const usual = new Set([
  "/clusters",
  "/",
  "/clusters/payments/ledger-us/updates",
  "/clusters/shop/storefront-apac/yaml",
]);

for (const { path, loaded } of pages) {
  const tag = usual.has(path) ? [] : "@all";
  test(`${path} loads less than 230 kB of JavaScript, compressed with brotli`, { tag }, async ({ page, signIn }) => {
    const scripts = new Map<string, Promise<Buffer>>();
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") scripts.set(response.url(), response.body());
    });
    // What the page asks for once it has nothing better to do is no part of its first load, and a busy machine would mix
    // the two: after two seconds the browser takes itself for idle.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await signIn("operator");
    const document = await page.goto(path, { waitUntil: "load" });
    if (loaded) await expect(loaded(page)).toBeVisible();
    page.removeAllListeners("response");
    const html = (await document?.text()) ?? "";
    const bodies: Buffer[] = [];
    for (const [url, answer] of scripts) {
      const body = await answer;
      if (!isChart(body)) bodies.push(body);
      else expect(html, "a chart is no part of the page itself").not.toContain(new URL(url).pathname);
    }
    const bytes = bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
    test
      .info()
      .annotations.push({ type: "first-load JavaScript", description: `${bytes} bytes in ${bodies.length} files` });
    process.stdout.write(
      `first-load JavaScript of ${path}: ${(bytes / 1000).toFixed(1)} kB (brotli), ${bodies.length} files\n`,
    );
    expect(bodies.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(mostBytes);
  });
}
