import { type FleetQuery, formatFleetQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { createGlobTest } from "#lib/strings/glob.ts";
import { type DayKey, isDayKey } from "./calendar-days.ts";
import { type CalendarLayer, calendarLayers, defaultLayers } from "./calendar-event.ts";

export const calendarViews = ["month", "agenda"] as const;
export type CalendarView = (typeof calendarViews)[number];

/** State of a calendar page that its URL contains. */
export interface CalendarQuery {
  /** Query that selects the clusters, with the same parameters as the cluster list. */
  readonly fleet: FleetQuery;
  /** Selected day, whose month is shown; undefined means today, or the first relevant day of `month`. */
  readonly day: DayKey | undefined;
  /** Month that is shown if no day is selected, such as `2026-11`. */
  readonly month?: string;
  readonly layers: readonly CalendarLayer[];
  readonly unused: boolean;
  /** View of the calendar; undefined if it depends on the width of the screen. */
  readonly view: CalendarView | undefined;
}

function readLayers(values: readonly string[]): { layers: readonly CalendarLayer[]; unknown: readonly string[] } {
  const layers = calendarLayers.filter((layer) => values.includes(layer));
  const unknown = values.filter((value) => value !== "none" && !calendarLayers.some((layer) => layer === value));
  return { layers, unknown };
}

function readDay(params: URLSearchParams): {
  readonly chosen: Pick<CalendarQuery, "day" | "month">;
  readonly unknown: readonly (readonly [string, string])[];
} {
  const [day, month] = [params.get("day"), params.get("month")];
  if (day !== null) return isDayKey(day) ? known({ day }) : unread("day", day);
  if (month === null) return known({ day: undefined });
  return isDayKey(`${month}-01`) ? known({ day: undefined, month }) : unread("month", month);
}

const known = (chosen: Pick<CalendarQuery, "day" | "month">) => ({ chosen, unknown: [] });
const unread = (key: string, value: string) => ({ chosen: { day: undefined }, unknown: [[key, value] as const] });

const ownKeys = ["month", "day", "layer", "unused", "view"];

export function parseCalendarQuery(params: URLSearchParams): CalendarQuery {
  const rest = new URLSearchParams([...params].filter(([key]) => !ownKeys.includes(key)));
  const layerText = params.get("layer");
  const { layers, unknown } = readLayers(layerText?.split(",").filter((value) => value !== "") ?? []);
  const { chosen, unknown: unknownDay } = readDay(params);
  if (unknown.length > 0) rest.append("layer", unknown.join(","));
  for (const [key, value] of unknownDay) rest.append(key, value);
  const view = calendarViews.find((name) => name === params.get("view"));
  if (view === undefined && params.has("view")) rest.append("view", params.get("view") ?? "");
  return {
    fleet: parseFleetQuery(rest),
    ...chosen,
    layers: layerText === null ? defaultLayers : layers,
    unused: params.get("unused") === "1",
    view,
  };
}

function isDefault(layers: readonly CalendarLayer[]): boolean {
  return layers.length === defaultLayers.length && defaultLayers.every((layer) => layers.includes(layer));
}

/** Formats a calendar query with its parameters in a fixed order. Parameters unknown to this build are kept. */
export function formatCalendarQuery({ fleet, day, month, layers, unused, view }: CalendarQuery): string {
  const own = [
    ...(day === undefined ? (month === undefined ? [] : [`month=${month}`]) : [`day=${day}`]),
    ...(isDefault(layers) ? [] : [`layer=${layers.length === 0 ? "none" : layers.join(",")}`]),
    ...(unused ? ["unused=1"] : []),
    ...(view === undefined ? [] : [`view=${view}`]),
  ];
  const rest = formatFleetQuery(fleet).replace(/^\?/, "");
  const parts = [...own, ...(rest === "" ? [] : [rest])];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** Filters of fields with several values per cluster, as its pools may differ. */
const manyValued: readonly string[] = ["k8s", "img"];

/**
 * Filter for the clusters of an event that the calendar shows. For a field in both the event's filter and the
 * calendar's query, the event's narrower value is used; if a cluster can have both values, both are required.
 */
export function combineEventFilter(fleet: FleetQuery, filter: string): string {
  const asked = parseFleetQuery(new URLSearchParams(filter));
  const isBoth = (key: string, values: readonly string[]) => {
    const shown = fleet.filters.get(key) ?? [];
    if (!manyValued.includes(key) || shown.length === 0) return false;
    const tests = shown.map(createGlobTest);
    return !values.every((value) => tests.some((test) => test(value)));
  };
  const both = [...asked.filters].filter(([key, values]) => isBoth(key, values));
  const filters = new Map([...fleet.filters, ...[...asked.filters].filter(([key, values]) => !isBoth(key, values))]);
  const terms = both.flatMap(([key, values]) => values.map((value) => `${key}:"${value}"`));
  const q = [asked.q || fleet.q, ...terms].filter((term) => term !== "").join(" ");
  return formatFleetQuery({ ...fleet, filters, q, sort: asked.sort });
}

/** Returns the part of the query that determines the events, without day and view, for a calendar feed. */
export function feedQueryOf({ fleet, layers, unused }: CalendarQuery): string {
  const kept = { ...fleet, sort: [], clock: undefined };
  const { columns: _, ...plain } = kept;
  return formatCalendarQuery({ fleet: plain, day: undefined, layers, unused, view: undefined });
}
