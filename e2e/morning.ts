import type { BrowserContext } from "@playwright/test";

/**
 * The journeys' clock. They tell of one working day of the demo: its clusters have maintenance windows, sleeping times
 * and versions that end at midnight, so that what they show, and what happens to them meanwhile, depends on the hour.
 * Therefore every process that takes part, and every page, sees a Tuesday from 09:10 UTC on, whenever the journeys are
 * run. It is the last Tuesday and not a fixed day, because certificates and cookies live by the machine's own clock.
 *
 * Importing this file sets the clock of this process; servers get it by `node --import`.
 */
const realDate = globalThis.Date;
const shiftName = "E2E_CLOCK_SHIFT";
const dayMs = 86_400_000;
const tuesday = 2;

/** The first process of a run decides, all others take it over. */
process.env[shiftName] ??= String(shiftToTuesday(realDate.now()));
const shiftMs = Number(process.env[shiftName]);
shiftClock(shiftMs);

/** Milliseconds from now to the last Tuesday morning: zero or negative. */
function shiftToTuesday(nowMs: number): number {
  const midnight = Math.floor(nowMs / dayMs) * dayMs;
  const morning = midnight + (9 * 60 + 10) * 60_000;
  const daysSince = (new realDate(midnight).getUTCDay() - tuesday + 7) % 7;
  const last = morning - daysSince * dayMs;
  return (last <= nowMs ? last : last - 7 * dayMs) - nowMs;
}

/** Lets the pages of a context see the journeys' clock too. Every context that is not the journey's own needs it. */
export async function wakeInTheMorning(context: BrowserContext): Promise<void> {
  await context.addInitScript(shiftClock, shiftMs);
}

/** Runs in pages as well: it may use nothing but its argument and what every runtime has. */
function shiftClock(shiftMs: number): void {
  const original = globalThis.Date;
  const now = () => original.now() + shiftMs;
  const shifted = new Proxy(original, {
    apply: () => new original(now()).toString(),
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  });
  original.prototype.constructor = shifted;
  globalThis.Date = shifted;
}
