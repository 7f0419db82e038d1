import type { HibernationSchedule } from "#lib/garden/shoot.ts";
import { windowBeginningAfter } from "../maintenance/next-window.ts";
import { parseTimeWindow } from "../maintenance/time-window.ts";
import { readSchedules, type ScheduledTime } from "./scheduled-times.ts";

/** The next scheduled hibernation and wake-up of a Shoot, in milliseconds since 1970. */
export interface NextHibernation {
  readonly hibernateMs: number | undefined;
  readonly wakeUpMs: number | undefined;
}

function earliest(instants: readonly (number | undefined)[]): number | undefined {
  const known = instants.filter((atMs) => atMs !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

/**
 * The next events of all schedules combined. None when one of them is unreadable or never matches, as Gardener then
 * executes none; an expression that counts from an unknown instant (`@every`) has none.
 * @source Gardener docs, usage/shoot/shoot_hibernate
 */
export function nextHibernation(
  schedules: readonly HibernationSchedule[] | null | undefined,
  nowMs: number,
): NextHibernation {
  const times = readSchedules(schedules ?? []);
  if (typeof times === "string") return nextOf([], () => undefined);
  const next = new Map(times.map((time) => [time, time.after(nowMs)]));
  const executed = [...next.values()].every((atMs) => atMs !== undefined);
  return nextOf(executed ? times.filter(({ counted }) => !counted) : [], (time) => next.get(time));
}

function nextOf(times: readonly ScheduledTime[], at: (time: ScheduledTime) => number | undefined): NextHibernation {
  return {
    hibernateMs: earliest(times.filter(({ enabled }) => enabled).map(at)),
    wakeUpMs: earliest(times.filter(({ enabled }) => !enabled).map(at)),
  };
}

/** The result for a schedule that never matches, as with Go's zero time: before all other times. */
const zeroTime = Number.NEGATIVE_INFINITY;

export interface HibernationInWindowInput {
  readonly timeWindow: { readonly begin: string; readonly end: string } | null | undefined;
  /** Whether the Shoot is currently hibernated: `status.hibernated`. */
  readonly hibernated: boolean;
  readonly schedules: readonly HibernationSchedule[] | null | undefined;
}

/**
 * Whether the Shoot is hibernated at some time in the next maintenance window (by its actual bounds), so that rotations
 * that need a running cluster cannot run automatically. A schedule at the very end of the window counts for a Shoot
 * that is awake, and not for a hibernated one. False when Gardener cannot read one of the schedules; an expression that
 * never matches counts as the earliest of all.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/gardenlet/controller/shoot/care/hibernation.go, IsShootHibernatedDuringNextMaintenanceWindow
 */
export function isHibernatedInNextWindow(
  { timeWindow, hibernated, schedules }: HibernationInWindowInput,
  nowMs: number,
): boolean {
  const window = timeWindow ? parseTimeWindow(timeWindow) : undefined;
  if (!window?.ok) return false;
  const { beginAt, endAt } = windowBeginningAfter(window.value, nowMs);
  const times = readSchedules(schedules ?? []);
  if (typeof times === "string") return false;
  const { hibernateMs, wakeUpMs } = nextOf(times, (time) => time.after(nowMs) ?? zeroTime);
  if (hibernated) {
    if (wakeUpMs === undefined || wakeUpMs > beginAt) return true;
    return hibernateMs !== undefined && hibernateMs > wakeUpMs && hibernateMs < endAt;
  }
  if (hibernateMs === undefined || hibernateMs > endAt) return false;
  return wakeUpMs === undefined || wakeUpMs < hibernateMs || wakeUpMs > beginAt;
}
