import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import { offsetOfZone } from "#lib/policy/hibernation/zone-offsets.ts";
import { type DisplayClock, utcClock } from "#lib/words/clock.ts";
import { lastValidInstantOf } from "#lib/words/version-end.ts";
import type { CalendarEvent, EventCluster } from "./calendar-event.ts";

/** Day of a calendar as text: `2026-11-24`. */
export type DayKey = string;

/**
 * Day of an instant in a clock: 2026-11-30T23:59:59Z is the first of December in Berlin. Empty for an invalid instant.
 */
export function calendarDayOf(atMs: number, clock: DisplayClock): DayKey {
  const wall = new Date(atMs + offsetMsAt(atMs, clock));
  return Number.isNaN(wall.getTime()) ? "" : wall.toISOString().slice(0, 10);
}

/** Difference of a clock from UTC at an instant, in milliseconds; positive to the east. */
export function offsetMsAt(atMs: number, clock: DisplayClock): number {
  if (clock.kind === "offset") return clock.offsetMinutes * minuteMs;
  return offsetOfZone(clock.timeZone, atMs) ?? 0;
}

/**
 * Like `calendarDayOf`, for many instants in time order: the clock is asked once a day instead of for each of ten
 * thousand events.
 */
function createDayLookup(clock: DisplayClock): (atMs: number) => DayKey {
  let day = "";
  let fromMs = 0;
  let untilMs = 0;
  return (atMs) => {
    if (atMs >= fromMs && atMs < untilMs) return day;
    day = calendarDayOf(atMs, clock);
    const offset = offsetMsAt(atMs, clock);
    fromMs = Math.floor((atMs + offset) / dayMs) * dayMs - offset;
    untilMs = fromMs + dayMs;
    // On a day on which the clock changes, each instant is asked for.
    const isWhole = offsetMsAt(fromMs, clock) === offset && offsetMsAt(untilMs - 1, clock) === offset;
    if (!isWhole) untilMs = fromMs;
    return day;
  };
}

export function addDays(day: DayKey, days: number): DayKey {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Same day of another month, or the last day of that month if shorter. */
export function addMonths(day: DayKey, months: number): DayKey {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth))).toISOString().slice(0, 10);
}

export function isDayKey(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Weeks of a month such as `2026-11`, Monday to Sunday, including the adjacent days of the neighbouring months. */
export function weeksOfMonth(month: string): readonly (readonly DayKey[])[] {
  const first = `${month}-01`;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const start = addDays(first, -weekday);
  const next = addMonths(first, 1);
  const weeks: DayKey[][] = [];
  for (let monday = start; monday < next; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, place) => addDays(monday, place)));
  }
  return weeks;
}

/**
 * Returns the weeks that the calendar shows. The current month begins with the current week and continues into the next
 * month, unless an earlier day is selected, so that few past days are shown.
 */
export function weeksOnScreen(month: string, today: DayKey, day: DayKey): readonly (readonly DayKey[])[] {
  const weeks = weeksOfMonth(month);
  const [monday] = weeks.find((week) => week.includes(today)) ?? [];
  if (!today.startsWith(month) || monday === undefined || day < monday) return weeks;
  return weeks.map((_, place) => Array.from({ length: 7 }, (_each, at) => addDays(monday, 7 * place + at)));
}

/** Events of the same kind on the same day, as one entry: `12 clusters: Forced to 1.34.3 (minor)`. */
export interface DayEntry {
  readonly id: string;
  readonly title: string;
  readonly layer: CalendarEvent["layer"];
  readonly short: string;
  readonly hue: CalendarEvent["hue"];
  readonly events: readonly CalendarEvent[];
  readonly clusters: readonly EventCluster[];
  /** Names of the projects that the events are about. */
  readonly projects: readonly string[];
}

const urgency: Readonly<Record<CalendarEvent["hue"], number>> = {
  negative: 0,
  caution: 1,
  notice: 2,
  info: 3,
  neutral: 4,
};

/** Day of an event: dates from a profile are shown in UTC on every page, all others in the selected clock. */
export function dayOfEvent(event: Pick<CalendarEvent, "layer" | "at">, clock: DisplayClock): DayKey {
  return createEventDayLookup(clock)(event);
}

function createEventDayLookup(clock: DisplayClock): (event: Pick<CalendarEvent, "layer" | "at">) => DayKey {
  const dayInUtc = createDayLookup(utcClock);
  const dayInClock = createDayLookup(clock);
  return ({ layer, at }) => {
    if (layer === "k8s" || layer === "image") return dayInUtc(lastValidInstantOf(at));
    return layer === "stage" ? dayInUtc(at) : dayInClock(at);
  };
}

/**
 * Groups events into entries per day, most urgent first. They are grouped by layer and then by title, because a
 * combined key would have to be built and hashed for each of thousands of events.
 */
export function entriesByDay(
  events: readonly CalendarEvent[],
  clock: DisplayClock,
): ReadonlyMap<DayKey, readonly DayEntry[]> {
  const byDay = Map.groupBy(events, createEventDayLookup(clock));
  const sorted = [...byDay].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.map(([day, held]) => [day, entriesOf(held)]));
}

function entriesOf(events: readonly CalendarEvent[]): readonly DayEntry[] {
  return [...Map.groupBy(events, ({ layer }) => layer).values()]
    .flatMap((same) => [...Map.groupBy(same, ({ title }) => title).values()].map(entryOf))
    .sort(byUrgency);
}

function entryOf(events: readonly CalendarEvent[]): DayEntry {
  const [first] = events;
  if (first === undefined) throw new Error("an entry of a day has at least one event");
  const { id, title, short, layer, hue } = first;
  return {
    id,
    title,
    short,
    layer,
    hue,
    events,
    clusters: distinctClusters(events.flatMap(({ clusters }) => clusters)),
    projects: events.flatMap(({ project }) => project ?? []),
  };
}

/** Removes duplicate clusters: two pools of a cluster may have a version with the same end. */
export function distinctClusters(clusters: readonly EventCluster[]): readonly EventCluster[] {
  if (clusters.length < 2) return clusters;
  const seen = new Map<string, Set<string>>();
  return clusters.filter(({ project, name }) => {
    const names = seen.get(project) ?? new Set();
    seen.set(project, names);
    const before = names.size;
    return names.add(name).size > before;
  });
}

function byUrgency(a: DayEntry, b: DayEntry): number {
  return urgency[a.hue] - urgency[b.hue] || b.clusters.length - a.clusters.length || (a.title < b.title ? -1 : 1);
}

/**
 * Returns the query of the cluster list that selects exactly the clusters of an entry; undefined if no query does. For
 * several forced changes the query contains the changes and their time range.
 */
export function clusterListQueryOfEntry({ events }: DayEntry): string | undefined {
  const [first] = events;
  if (events.length < 2 || first?.change === undefined) return events.length === 1 ? first?.filter : undefined;
  const changes = Map.groupBy(
    events.flatMap(({ change = [] }) => change),
    ([key]) => key,
  );
  const values = [...changes].map(([key, held]) => [key, [...new Set(held.map(([, value]) => value))].join(",")]);
  const instants = events.map(({ at }) => at);
  const time = minutesFrom(Math.min(...instants), Math.max(...instants));
  return `?${new URLSearchParams([...values, ["forceIn", time]])}`;
}

/** Range of whole minutes that includes both instants, in the syntax of the filter `forceIn`. */
function minutesFrom(first: number, last: number): string {
  const text = (at: number) => `${new Date(at).toISOString().slice(0, 16)}Z`;
  return `${text(first)}..${text(last + minuteMs)}`;
}
