import type { ShootDefaults } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { minuteMs } from "#lib/kube/time-units.ts";

interface Window {
  readonly begin: string;
  readonly end: string;
}

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;
const defaultMinutes = 60;

/**
 * The maintenance window with which a new cluster starts: as long as the operator says, in one of the operator's hours,
 * and of these in the one in which the fewest clusters are maintained.
 *
 * @param offsetMinutes offset of the user's clock from UTC, in which the operator's hours are
 * @source Gardener dashboard: shootDefaults.maintenanceHours and maintenanceWindowSizeMinutes
 */
export function startingWindow(
  { maintenanceHours = [], maintenanceWindowSizeMinutes: minutes = defaultMinutes }: ShootDefaults,
  { proposed, project, landscape }: NewClusterChoices["windows"],
  offsetMinutes: number,
): Window {
  const { begin, end } = proposed;
  if (maintenanceHours.length === 0) {
    if (minutes === defaultMinutes) return { begin, end };
    return { begin, end: timeOfDay(Number(begin.slice(0, 2)) * hourMinutes + minutes, 0) };
  }
  const utcHour = (hour: number) => Math.floor(withinDay(hour * hourMinutes - offsetMinutes) / hourMinutes);
  const load = (counts: readonly number[] | undefined, hour: number) => counts?.[utcHour(hour)] ?? 0;
  const [hour = 0] = maintenanceHours
    .map(Number)
    .toSorted((a, b) => load(project, a) - load(project, b) || load(landscape, a) - load(landscape, b));
  return {
    begin: timeOfDay(hour * hourMinutes, offsetMinutes),
    end: timeOfDay(hour * hourMinutes + minutes, offsetMinutes),
  };
}

/** Offset of this process's clock from UTC, in minutes. */
export function offsetMinutesAt(now: number): number {
  return -new Date(Math.floor(now / minuteMs) * minuteMs).getTimezoneOffset();
}

function withinDay(minutes: number): number {
  return ((minutes % dayMinutes) + dayMinutes) % dayMinutes;
}

function timeOfDay(minutes: number, offsetMinutes: number): string {
  const sign = offsetMinutes < 0 ? "-" : "+";
  return `${hoursAndMinutes(withinDay(minutes))}00${sign}${hoursAndMinutes(Math.abs(offsetMinutes))}`;
}

function hoursAndMinutes(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minutes / hourMinutes))}${two(minutes % hourMinutes)}`;
}
