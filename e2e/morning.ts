import type { BrowserContext } from "@playwright/test";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { shiftClock } from "#lib/testing/shift-clock.ts";

/**
 * The journeys' clock. They tell of one working day of the demo: its clusters have maintenance windows, sleeping times
 * and versions that end at midnight, so that what they show, and what happens to them meanwhile, depends on the hour.
 * Therefore every server and every page sees a Tuesday from 09:10 UTC on, whenever the journeys are run. It is the last
 * Tuesday and not a fixed day, because certificates live by the machine's own clock, to which the garden's never comes
 * closer than an hour, for journeys let time pass there. The processes of Playwright live by the machine's as well: they
 * reckon for the browser when cookies end.
 */
const shiftName = "E2E_CLOCK_SHIFT";
const tuesday = 2;

// The first process of a run decides, all others take it over.
process.env[shiftName] ??= String(shiftToTuesday(Date.now()));
/** Milliseconds from the machine's clock to the journeys': zero or negative. */
export const shiftMs = Number(process.env[shiftName]);

/** Now, by the journeys' clock, in milliseconds since 1970. */
export function journeyNow(): number {
  return Date.now() + shiftMs;
}

/** Lets the pages of a context see the journeys' clock. */
export async function wakeInTheMorning(context: BrowserContext): Promise<void> {
  await context.addInitScript(shiftClock, shiftMs);
}

function shiftToTuesday(nowMs: number): number {
  const midnight = Math.floor(nowMs / dayMs) * dayMs;
  const daysSince = (new Date(midnight).getUTCDay() - tuesday + 7) % 7;
  const morning = midnight - daysSince * dayMs + (9 * 60 + 10) * 60_000;
  return (morning <= nowMs - hourMs ? morning : morning - 7 * dayMs) - nowMs;
}
