import type { Page } from "@playwright/test";
import * as z from "zod";

/** What a page did since it was asked last. */
export interface Work {
  /** From the key or click to the paint that answers it, the slowest; 0 when no event took 16 ms. */
  readonly interactionMs: number;
  /** The longest time in which the page could not have answered; 0 when none took 50 ms. */
  readonly longestTaskMs: number;
}

const workSchema = z.object({ interactionMs: z.number(), longestTaskMs: z.number() });

/** Runs in the page before anything else of it. Text, because these names exist only there. */
const observer = `(() => {
  let work = { interactionMs: 0, longestTaskMs: 0 };
  const note = (key, entries) => {
    for (const { duration } of entries) work[key] = Math.max(work[key], duration);
  };
  const events = new PerformanceObserver((list) => note("interactionMs", list.getEntries()));
  const tasks = new PerformanceObserver((list) => note("longestTaskMs", list.getEntries()));
  events.observe({ type: "event", durationThreshold: 16, buffered: true });
  tasks.observe({ type: "longtask", buffered: true });
  globalThis.takeWork = () => {
    note("interactionMs", events.takeRecords());
    note("longestTaskMs", tasks.takeRecords());
    const taken = work;
    work = { interactionMs: 0, longestTaskMs: 0 };
    return taken;
  };

  let ahead = 0;
  const realNow = Date.now;
  Date.now = () => realNow() + ahead;
  globalThis.passMinute = () => {
    ahead += 60_000;
    return new Promise((resolve) => setTimeout(resolve, 1_100));
  };
})()`;

/** When the page has painted twice and then had nothing to do: deferred work of an interaction belongs to it. */
const settled = `new Promise((resolve) => {
  const idle = () => requestIdleCallback(() => requestIdleCallback(() => resolve(takeWork())));
  requestAnimationFrame(() => requestAnimationFrame(idle));
})`;

export async function observeWork(page: Page): Promise<void> {
  await page.addInitScript({ content: observer });
}

export async function workSince(page: Page): Promise<Work> {
  return workSchema.parse(await page.evaluate(settled));
}

/** Sets the page's clock ahead, and waits until what looks at it once a second has looked. */
export async function passMinute(page: Page): Promise<void> {
  await page.evaluate("passMinute()");
}
