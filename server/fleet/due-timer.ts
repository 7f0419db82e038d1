import "server-only";
import type { ServerClock } from "#server/watch/clock.ts";

/** Maximum time between two checks of due dates, in case a timer fires late. */
const maxDueWaitMs = 3_600_000;
/** Maintenance windows begin at full minutes, so everything due in the same minute is processed together. */
const dueRoundingMs = 60_000;

/** A timer for the earliest of many dates, such as expiry dates of versions and maintenance windows. */
export function createDueTimer(clock: ServerClock, firstAfter: (now: number) => number, pass: () => void) {
  let cancelDue = () => {};
  let dueAt = Number.POSITIVE_INFINITY;

  /** Sets the timer again; call it whenever the earliest date may have changed. */
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
