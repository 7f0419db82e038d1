import { setTimeout as wait } from "node:timers/promises";

const longestMs = 180_000;

/** Asks again until it holds. Servers on a busy machine take their time. */
export async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + longestMs;
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(`it did not come true within ${longestMs / 1000} s: ${what}`);
    await wait(200);
  }
}
