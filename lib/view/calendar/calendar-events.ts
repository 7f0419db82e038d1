import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { allAtOnce, type Parts } from "#lib/parts.ts";
import { isUrgent, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { urgencyHues } from "#lib/words/dead-end-labels.ts";
import type { CalendarEvent, CalendarLayer } from "./calendar-event.ts";
import { forcedUpdateEventsOf } from "./forced-update-events.ts";
import { windowEvents } from "./held-windows.ts";
import { lifetimeEvents } from "./lifetime-events.ts";
import { profileEventParts, versionKeysOf } from "./profile-events.ts";
import { rotationDueEvents } from "./rotation-due-events.ts";

export interface CalendarInput {
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
export function calendarEvents(input: CalendarInput): readonly CalendarEvent[] {
  return allAtOnce(calendarEventParts(input));
}

/** The same part by part: of ten thousand clusters it takes a while. */
export function* calendarEventParts(input: CalendarInput): Parts<readonly CalendarEvent[]> {
  const { rows, layers, range } = input;
  const has = (layer: CalendarLayer) => layers.includes(layer);
  const shown: CalendarEvent[] = [];
  const take = (events: readonly CalendarEvent[]) => {
    for (const event of events) {
      const { at, until } = event;
      if ((until ?? at) >= range.from && at < range.to) shown.push(withHue(event, input.now));
    }
  };
  if (has("k8s") || has("image") || has("stage")) {
    take((yield* profileEventParts(input)).filter(({ layer }) => has(layer)));
    yield;
  }
  for (let begin = 0; begin < rows.length; begin += partRows) {
    const part = rows.slice(begin, begin + partRows);
    if (has("forced")) take(part.flatMap(forcedUpdateEventsOf));
    if (has("lifetime")) take(lifetimeEvents(part));
    if (has("rotation")) take(rotationDueEvents(part));
    yield;
  }
  if (has("window")) take(windowEvents(rows, range));
  const ordered = inTimeOrder(shown);
  yield;
  return ordered;
}

/** Rows to a part. */
const partRows = 200;

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
