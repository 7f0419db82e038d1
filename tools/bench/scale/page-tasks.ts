import type { Page } from "@playwright/test";
import * as z from "zod";

/** Runs in the page before anything else of it. Text, because these names exist only there. */
const observer = `(() => {
  let longest = 0;
  const note = (entries) => {
    for (const { duration } of entries) longest = Math.max(longest, duration);
  };
  const tasks = new PerformanceObserver((list) => note(list.getEntries()));
  tasks.observe({ type: "longtask", buffered: true });
  globalThis.longestTask = () => {
    note(tasks.takeRecords());
    return longest;
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
  const idle = () => requestIdleCallback(() => requestIdleCallback(() => resolve(longestTask())));
  requestAnimationFrame(() => requestAnimationFrame(idle));
})`;

export async function observeTasks(page: Page): Promise<void> {
  await page.addInitScript({ content: observer });
}

/** The longest time so far in which the page could not have answered, once it is at rest; 0 when none took 50 ms. */
export async function measureLongestTaskMs(page: Page): Promise<number> {
  return z.number().parse(await page.evaluate(settled));
}

/** Sets the page's clock ahead, and waits until what looks at it once a second has looked: all times are told anew. */
export async function passMinute(page: Page): Promise<void> {
  await page.evaluate("passMinute()");
}
