import type { BrowserContext } from "@playwright/test";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { shiftClock } from "#lib/testing/shift-clock.ts";

/**
 * Clock of the browser tests. What the demo shows depends on the time of day, because of maintenance windows,
 * hibernation schedules and versions that expire at midnight. All servers and pages therefore start on a Tuesday at
 * 09:10 UTC. It is the last Tuesday and not a fixed date, because certificates are checked with the system clock, and
 * the garden's clock must stay at least an hour behind. Playwright's own processes use the system clock, by which
 * cookies expire.
 */
const shiftName = "E2E_CLOCK_SHIFT";
const tuesday = 2;

// The first process of a test run chooses the time; the others get it by environment variable.
process.env[shiftName] ??= String(shiftToTuesday(Date.now()));
/** Difference between the tests' clock and the system clock in milliseconds; zero or negative. */
export const clockShiftMs = Number(process.env[shiftName]);

/** The current time of the tests' clock, in milliseconds since 1970. */
export function journeyNowMs(): number {
  return Date.now() + clockShiftMs;
}

/** Makes the pages of a browser context use the tests' clock. */
export async function setJourneyClock(context: BrowserContext): Promise<void> {
  await context.addInitScript(shiftClock, clockShiftMs);
}

function shiftToTuesday(nowMs: number): number {
  const midnight = Math.floor(nowMs / dayMs) * dayMs;
  const daysSince = (new Date(midnight).getUTCDay() - tuesday + 7) % 7;
  const morning = midnight - daysSince * dayMs + (9 * 60 + 10) * 60_000;
  return (morning <= nowMs - hourMs ? morning : morning - 7 * dayMs) - nowMs;
}
