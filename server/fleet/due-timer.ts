import "server-only";
import type { ServerClock } from "#server/watch/clock.ts";

/** Dates are checked at least this often, in case a timer is late. */
const maxDueWaitMs = 3_600_000;
/** Windows and dates fall on full minutes; everything due in the same minute is processed together. */
const dueRoundingMs = 60_000;

/** A single timer for the earliest due date. */
export function createDueTimer(clock: ServerClock, firstAfter: (now: number) => number, pass: () => void) {
  let cancelDue = () => {};
  let dueAt = Number.POSITIVE_INFINITY;

  /** Call whenever the earliest date may have changed. */
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
