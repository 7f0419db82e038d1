import { setTimeout as wait } from "node:timers/promises";

const longestMs = 180_000;

/** Repeats a check until it succeeds, with a timeout that suits a busy machine. */
export async function waitUntilTrue(what: string, holds: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + longestMs;
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(`it did not come true within ${longestMs / 1000} s: ${what}`);
    await wait(200);
  }
}
