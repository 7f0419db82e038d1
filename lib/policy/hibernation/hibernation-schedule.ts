import type { HibernationSchedule } from "#lib/garden/shoot.ts";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import { windowAfter } from "#lib/policy/maintenance/next-window.ts";
import { parseTimeWindow } from "#lib/policy/maintenance/time-window.ts";
import { everyDuration, parseCron } from "./cron.ts";
import { nextCron } from "./next-cron.ts";
import { isLocation, zoneOfLocation } from "./schedule-zone.ts";

/** The very next time a Shoot is sent to sleep and woken up by its schedules, in milliseconds since 1970. */
export interface NextHibernation {
  readonly hibernateMs: number | undefined;
  readonly wakeUpMs: number | undefined;
}

function earliest(instants: readonly (number | undefined)[]): number | undefined {
  const known = instants.filter((atMs) => atMs !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

/**
 * The next events of all schedules together. An expression or a location that cannot be read has none.
 * @source Gardener docs, usage/shoot/shoot_hibernate
 */
export function nextHibernation(
  schedules: readonly HibernationSchedule[] | null | undefined,
  nowMs: number,
): NextHibernation {
  const next = (expression: string | null | undefined, location: string | null | undefined) => {
    const cron = expression ? parseCron(expression) : undefined;
    return cron && nextCron(cron, nowMs, zoneOfLocation(location));
  };
  const all = schedules ?? [];
  return {
    hibernateMs: earliest(all.map(({ start, location }) => next(start, location))),
    wakeUpMs: earliest(all.map(({ end, location }) => next(end, location))),
  };
}

/** Go's time of an expression that never matches: before all others. */
const zeroTime = Number.NEGATIVE_INFINITY;

/** When one expression comes next for Gardener; undefined when it cannot read it. */
function nextForGardener(expression: string, location: string | null | undefined, nowMs: number): number | undefined {
  const delay = durationSeconds(everyDuration(expression) ?? "");
  if (delay !== undefined) return Math.floor(nowMs / 1000) * 1000 + Math.max(1, Math.floor(delay)) * 1000;
  const cron = parseCron(expression);
  return cron && (nextCron(cron, nowMs, zoneOfLocation(location)) ?? zeroTime);
}

/** The next events as Gardener compares them; undefined when it cannot read one of the schedules. */
function eventsForGardener(schedules: readonly HibernationSchedule[], nowMs: number): NextHibernation | undefined {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { start, end, location } of schedules) {
    if (location && !isLocation(location)) return undefined;
    for (const [expression, found] of [[start, starts] as const, [end, ends] as const]) {
      if (expression === null || expression === undefined) continue;
      const next = nextForGardener(expression, location, nowMs);
      if (next === undefined) return undefined;
      found.push(next);
    }
  }
  return { hibernateMs: earliest(starts), wakeUpMs: earliest(ends) };
}

export interface SleepAndWindow {
  readonly timeWindow: { readonly begin: string; readonly end: string } | null | undefined;
  /** `status.hibernated`. */
  readonly hibernated: boolean;
  readonly schedules: readonly HibernationSchedule[] | null | undefined;
}

/**
 * Whether the Shoot sleeps at some time of the next maintenance window, by its real bounds: then nothing that needs a
 * running cluster can be rotated automatically. A schedule that fires at the very end of the window counts for a Shoot
 * that is awake, and not for one that sleeps. Where Gardener cannot read one of the schedules the answer is no, and an
 * expression that never matches counts as the earliest of all.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/gardenlet/controller/shoot/care/hibernation.go, IsShootHibernatedDuringNextMaintenanceWindow
 */
export function isHibernatedInNextWindow(
  { timeWindow, hibernated, schedules }: SleepAndWindow,
  nowMs: number,
): boolean {
  const window = timeWindow ? parseTimeWindow(timeWindow) : undefined;
  if (!window?.ok) return false;
  const { beginAt, endAt } = windowAfter(window.value, nowMs);
  const events = eventsForGardener(schedules ?? [], nowMs);
  if (events === undefined) return false;
  const { hibernateMs, wakeUpMs } = events;
  if (hibernated) {
    if (wakeUpMs === undefined || wakeUpMs > beginAt) return true;
    return hibernateMs !== undefined && hibernateMs > wakeUpMs && hibernateMs < endAt;
  }
  if (hibernateMs === undefined || hibernateMs > endAt) return false;
  return wakeUpMs === undefined || wakeUpMs < hibernateMs || wakeUpMs > beginAt;
}
