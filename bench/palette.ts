import type { Page } from "@playwright/test";
import * as z from "zod";
import { launchBrowser, newVisitor, startBrowser } from "./browser-page.ts";
import { startProduct } from "./fuzz-product.ts";
import { report } from "./report.ts";

/** With the seventy of the demo landscape. */
const generated = Number(process.env.INTERACTION_SHOOTS ?? 9_930);
const mostOpenMs = 50;
const mostFilterMs = 30;
const openings = 20;
/** What people type: a name, words, fields, and a name that is nobody's. */
const questions = [
  "prod-eu1",
  "shop us",
  "k8s:1.33 status:unhealthy",
  "reconcile",
  "seed:",
  "-purpose:production aws",
  "zzz",
];

/**
 * From the key to the screen that answers it, in the page itself: the key's own time stamp, until a task after the frame in
 * which the answer was laid out and painted. That the browser's compositor shows it a moment later is not in it.
 */
const observer = `(() => {
  const times = [];
  document.addEventListener("keydown", ({ key, timeStamp }) => {
    if (key === "Control") return;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times.push(performance.now() - timeStamp);
      port2.postMessage(null);
    });
  }, true);
  globalThis.takeTimes = () => times.splice(0);
})()`;

const timesSchema = z.array(z.number());

/** After the frame, and when the page has nothing left to do. */
const settled = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve(takeTimes()), { timeout: 1000 })));
})`;

async function timesOf(page: Page, act: () => Promise<unknown>): Promise<readonly number[]> {
  await act();
  return timesSchema.parse(await page.evaluate(settled));
}

/**
 * How soon the command palette opens and answers over ten thousand clusters, in a real Chromium with the build as people
 * run it. INTERACTION_SHOOTS and INTERACTION_SLOWDOWN choose how many clusters and how slow a browser.
 */
export async function benchPalette(): Promise<boolean> {
  const product = await startProduct({ DEMO_SHOOTS: String(generated), DEMO_LIFE: "false", LOG_LEVEL: "warn" });
  const browser = await launchBrowser();
  const origin = `http://127.0.0.1:${product.port}`;
  try {
    await startBrowser(browser, origin);
    const page = await newVisitor(browser, origin);
    await page.addInitScript({ content: observer });
    await page.goto("/clusters");
    await page.getByRole("grid", { name: "Clusters" }).getByRole("row").nth(5).waitFor();
    await page.waitForLoadState("networkidle");
    const input = page.getByRole("combobox", { name: "Command or search" });

    const opened: number[] = [];
    // The first one may still wait for its code, which comes when the page is idle.
    for (let round = -1; round < openings; round += 1) {
      const times = await timesOf(page, () => page.keyboard.press("Control+k"));
      if (round >= 0) opened.push(...times);
      await input.waitFor();
      await page.keyboard.press("Escape");
      await input.waitFor({ state: "detached" });
      await page.evaluate(settled);
    }

    const filtered: number[] = [];
    for (const question of questions) {
      await page.keyboard.press("Control+k");
      await input.waitFor();
      await page.evaluate(settled);
      const times: number[] = [];
      for (const letter of question) times.push(...(await timesOf(page, () => page.keyboard.press(letter))));
      const found = await page.getByRole("option").count();
      process.stdout.write(`  "${question}": ${summary(times)}, ${found} lines\n`);
      filtered.push(...times);
      await page.keyboard.press("Escape");
      await input.waitFor({ state: "detached" });
    }
    await page.context().close();
    return [
      judged("the palette opens", opened, mostOpenMs),
      judged("the palette answers a key", filtered, mostFilterMs),
    ].every(Boolean);
  } finally {
    await browser.close();
    await product.stop();
  }
}

function judged(name: string, times: readonly number[], goalMs: number): boolean {
  const p95 = percentile(times, 0.95);
  return report({
    name: `${name}, p95 of ${times.length}`,
    value: `${p95.toFixed(1)} ms (${summary(times)})`,
    goal: `≤ ${goalMs} ms`,
    met: times.length > 0 && p95 <= goalMs,
  });
}

function summary(times: readonly number[]): string {
  return `median ${percentile(times, 0.5).toFixed(1)}, longest ${Math.max(0, ...times).toFixed(1)} ms`;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}
