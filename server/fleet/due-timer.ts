import "server-only";
import type { Clock } from "#server/watch/clock.ts";

/** Dates are looked at again at least this often, whatever timers do. */
const maxDueWaitMs = 3_600_000;
/** Windows open and dates pass on full minutes; what is due in the same one is done together. */
const dueRoundingMs = 60_000;

/** One timer for whatever passes first. */
export function createDueTimer(clock: Clock, firstAfter: (now: number) => number, pass: () => void) {
  let cancelDue = () => {};
  let dueAt = Number.POSITIVE_INFINITY;

  /** To be called whenever the first date may have become another. */
  function reset(): void {
    const now = clock.wallMs();
    const next = Math.min(Math.ceil(firstAfter(now) / dueRoundingMs) * dueRoundingMs, now + maxDueWaitMs);
    if (next >= dueAt && dueAt > now) return;
    cancelDue();
    dueAt = next;
    cancelDue = clock.startTimer(Math.max(next - now, 0) + 1, () => {
      dueAt = Number.POSITIVE_INFINITY;
      pass();
      reset();
    });
  }

  return { reset, cancel: () => cancelDue() };
}
