import { type FleetQuery, formatFleetQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { type DayKey, isDayKey } from "./calendar-days.ts";
import { type CalendarLayer, calendarLayers, defaultLayers } from "./calendar-event.ts";

export const calendarViews = ["month", "agenda"] as const;
export type CalendarView = (typeof calendarViews)[number];

/** Everything of a calendar that a colleague needs to see the same. */
export interface CalendarQuery {
  /** Which clusters: the grammar of the list of clusters. */
  readonly fleet: FleetQuery;
  /** The day that is looked at; undefined means today. Its month is shown. */
  readonly day: DayKey | undefined;
  readonly layers: readonly CalendarLayer[];
  readonly unused: boolean;
  /** Undefined: whichever suits the screen. */
  readonly view: CalendarView | undefined;
}

function readLayers(values: readonly string[]): { layers: readonly CalendarLayer[]; unknown: readonly string[] } {
  const layers = calendarLayers.filter((layer) => values.includes(layer));
  const unknown = values.filter((value) => value !== "none" && !calendarLayers.some((layer) => layer === value));
  return { layers, unknown };
}

function readDay(params: URLSearchParams): {
  day: DayKey | undefined;
  unknown: readonly (readonly [string, string])[];
} {
  const month = params.get("month");
  const date = params.get("day") ?? (month === null ? null : `${month}-01`);
  if (date === null) return { day: undefined, unknown: [] };
  if (isDayKey(date)) return { day: date, unknown: [] };
  return { day: undefined, unknown: [params.has("day") ? ["day", date] : ["month", month ?? ""]] };
}

const ownKeys = ["month", "day", "layer", "unused", "view"];

export function parseCalendarQuery(params: URLSearchParams): CalendarQuery {
  const rest = new URLSearchParams([...params].filter(([key]) => !ownKeys.includes(key)));
  const layerText = params.get("layer");
  const { layers, unknown } = readLayers(layerText?.split(",").filter((value) => value !== "") ?? []);
  const { day, unknown: unknownDay } = readDay(params);
  if (unknown.length > 0) rest.append("layer", unknown.join(","));
  for (const [key, value] of unknownDay) rest.append(key, value);
  const view = calendarViews.find((name) => name === params.get("view"));
  if (view === undefined && params.has("view")) rest.append("view", params.get("view") ?? "");
  return {
    fleet: parseFleetQuery(rest),
    day,
    layers: layerText === null ? defaultLayers : layers,
    unused: params.get("unused") === "1",
    view,
  };
}

function isDefault(layers: readonly CalendarLayer[]): boolean {
  return layers.length === defaultLayers.length && defaultLayers.every((layer) => layers.includes(layer));
}

/** The other direction, in one fixed order. What this build did not understand stays, as the fleet's query keeps it. */
export function formatCalendarQuery({ fleet, day, layers, unused, view }: CalendarQuery): string {
  const own = [
    ...(day === undefined ? [] : [`day=${day}`]),
    ...(isDefault(layers) ? [] : [`layer=${layers.length === 0 ? "none" : layers.join(",")}`]),
    ...(unused ? ["unused=1"] : []),
    ...(view === undefined ? [] : [`view=${view}`]),
  ];
  const rest = formatFleetQuery(fleet).replace(/^\?/, "");
  const parts = [...own, ...(rest === "" ? [] : [rest])];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/**
 * The list of the clusters that an event concerns: those of the event's own filter among those that the calendar shows.
 * Where both ask for the same field the event's is the narrower.
 */
export function narrowedFilter(fleet: FleetQuery, filter: string): string {
  const asked = parseFleetQuery(new URLSearchParams(filter));
  const filters = new Map([...fleet.filters, ...asked.filters]);
  return formatFleetQuery({ ...fleet, filters, q: asked.q || fleet.q, sort: asked.sort });
}

/** What of the query decides on events, without the day and the look: the view that a feed subscribes to. */
export function feedQueryOf({ fleet, layers, unused }: CalendarQuery): string {
  const kept = { ...fleet, sort: [], clock: "me" as const };
  const { columns: _, ...plain } = kept;
  return formatCalendarQuery({ fleet: plain, day: undefined, layers, unused, view: undefined });
}
