import type { Page } from "@playwright/test";
import * as z from "zod";

/** Source code that runs in the page before its own scripts; a text, because its names exist only in the browser. */
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

  const interactions = new Map();
  const noteEvents = (entries) => {
    for (const { interactionId, duration } of entries) {
      if (interactionId > 0) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
    }
  };
  const events = new PerformanceObserver((list) => noteEvents(list.getEntries()));
  events.observe({ type: "event", buffered: true, durationThreshold: 16 });
  globalThis.interactionTimes = () => {
    noteEvents(events.takeRecords());
    return [...interactions.values()];
  };

  let ahead = 0;
  const realNow = Date.now;
  Date.now = () => realNow() + ahead;
  globalThis.passMinute = () => {
    ahead += 60_000;
    return new Promise((resolve) => setTimeout(resolve, 1_100));
  };
})()`;

/** Resolves when the page has rendered twice and was idle, so that deferred work of an interaction counts. */
const settled = `new Promise((resolve) => {
  const idle = () => requestIdleCallback(() => requestIdleCallback(() => resolve(longestTask())));
  requestAnimationFrame(() => requestAnimationFrame(idle));
})`;

export async function observeTasks(page: Page): Promise<void> {
  await page.addInitScript({ content: observer });
}

/** Duration of the longest task so far, after the page became idle; 0 if no task took 50 ms. */
export async function measureLongestTaskMs(page: Page): Promise<number> {
  return z.number().parse(await page.evaluate(settled));
}

/** Durations of the clicks and key presses so far, from the input to the next rendered frame, of 16 ms and more. */
export async function readInteractionsMs(page: Page): Promise<readonly number[]> {
  return z.array(z.number()).parse(await page.evaluate("interactionTimes()"));
}

/** Advances the page's clock by a minute and waits until its once-a-second timer has rendered relative times again. */
export async function advancePageClockByMinute(page: Page): Promise<void> {
  await page.evaluate("passMinute()");
}
