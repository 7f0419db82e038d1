import { urgencyHues } from "#lib/words/dead-end-labels.ts";
import type { FleetRow } from "../../contract/fleet.ts";
import type { Profile } from "../../contract/versions.ts";
import { isUrgent, urgencyOf } from "../../policy/horizon/dead-end-horizon.ts";
import type { CalendarEvent, CalendarLayer } from "./calendar-event.ts";
import { forcedUpdateEventsOf } from "./forced-update-events.ts";
import { windowEvents } from "./held-windows.ts";
import { lifetimeEvents } from "./lifetime-events.ts";
import { profileEvents, versionKeysOf } from "./profile-events.ts";
import { rotationDueEvents } from "./rotation-due-events.ts";

export interface CalendarGround {
  /** The clusters of the view. */
  readonly rows: readonly FleetRow[];
  readonly profiles: readonly Profile[];
  readonly layers: readonly CalendarLayer[];
  /** Also versions that none of the clusters runs. */
  readonly unused: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  /** From when until before when, in epoch milliseconds. */
  readonly range: { readonly from: number; readonly to: number };
}

/** Works out what the calendar asks of a row, so that ten thousand of them need not be worked out at once. */
export function prepareForCalendar(row: FleetRow): void {
  forcedUpdateEventsOf(row);
  versionKeysOf(row);
}

/** Everything dated of the layers asked for, in time order. The calendar on the screen and the feeds both ask here. */
export function calendarEvents(ground: CalendarGround): readonly CalendarEvent[] {
  const { rows, layers, range } = ground;
  const has = (layer: CalendarLayer) => layers.includes(layer);
  const ofProfiles = has("k8s") || has("image") || has("stage") ? profileEvents(ground) : [];
  const events = [
    ...ofProfiles.filter(({ layer }) => has(layer)),
    ...(has("forced") ? rows.flatMap(forcedUpdateEventsOf) : []),
    ...(has("lifetime") ? lifetimeEvents(rows) : []),
    ...(has("rotation") ? rotationDueEvents(rows) : []),
    ...(has("window") ? windowEvents(rows, range) : []),
  ];
  const shown = events.filter(({ at, until }) => (until ?? at) >= range.from && at < range.to);
  return inTimeOrder(shown.map((event) => withHue(event, ground.now)));
}

/** What comes nearer becomes louder: red only for what is so now or comes within 90 days, grey for what is over. */
function withHue(event: CalendarEvent, now: number): CalendarEvent {
  if (event.deadEnd !== undefined) return { ...event, hue: urgencyHues[urgencyOf(event.deadEnd, now)] };
  if (event.layer !== "k8s" && event.layer !== "image") return event;
  if (event.at < now) return { ...event, hue: "neutral" };
  return isUrgent(event.at, now) ? event : { ...event, hue: "caution" };
}

/** By their instants, which thousands of events have a few hundred of, and then by their names. */
function inTimeOrder(events: readonly CalendarEvent[]): readonly CalendarEvent[] {
  const byInstant = [...Map.groupBy(events, ({ at }) => at)].sort(([a], [b]) => a - b);
  return byInstant.flatMap(([, same]) => same.sort((a, b) => (a.id < b.id ? -1 : 1)));
}
