import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { text } from "#lib/language/text.ts";
import { parseTimeOfDay } from "#lib/policy/maintenance/time-of-day.ts";

/** Number of clusters whose maintenance window begins in each hour of the day in UTC: 24 numbers. */
export type WindowsPerHour = readonly number[];

type ProposedWindow = NewClusterChoices["windows"]["proposed"];

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Counts windows by the hour of UTC in which they begin. Windows that cannot be read are left out. */
export function countWindowsPerHour(begins: Iterable<unknown>): number[] {
  const counts = hours.map(() => 0);
  for (const begin of begins) {
    const parsed = parseTimeOfDay(begin);
    if (!parsed.ok) continue;
    const hour = Math.floor(parsed.value / 3600);
    counts[hour] = (counts[hour] ?? 0) + 1;
  }
  return counts;
}

/** Hours in the order in which they are proposed where nothing else decides: first the night. */
const preferred = [...hours.slice(22), ...hours.slice(0, 22)];

/** Proposes the hour in which the fewest clusters of the project are maintained, then the fewest of the landscape. */
export function proposeWindow(project: WindowsPerHour, landscape: WindowsPerHour | undefined): ProposedWindow {
  const load = (counts: WindowsPerHour | undefined, hour: number) => counts?.[hour] ?? 0;
  const [hour = 22] = preferred.toSorted(
    (a, b) => load(project, a) - load(project, b) || load(landscape, a) - load(landscape, b),
  );
  return {
    begin: windowTime(hour),
    end: windowTime((hour + 1) % 24),
    why: reasonFor(load(project, hour), landscape === undefined ? undefined : load(landscape, hour)),
  };
}

function windowTime(hour: number): string {
  return `${String(hour).padStart(2, "0")}0000+0000`;
}

function reasonFor(ofProject: number, ofLandscape: number | undefined): string {
  if (ofLandscape === undefined) {
    return text(
      "{count, plural, =0 {No cluster of the project begins} one {Only # cluster of the project begins} other {Only # clusters of the project begin}} maintenance in this hour.",
      { count: ofProject },
    );
  }
  return text(
    "{count, plural, =0 {No cluster of the project begins} one {Only # cluster of the project begins} other {Only # clusters of the project begin}} maintenance in this hour, and {all, number} of the whole landscape.",
    { count: ofProject, all: ofLandscape },
  );
}
