import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { familiesUnknownUntilRenewed } from "#lib/fleet/fields/due-families.ts";
import { lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { rotationFamilies } from "#lib/policy/rotations/families.ts";
import { defaultRotationIntervalMs } from "#lib/policy/rotations/rotation-age.ts";
import { isUrgent, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { urgencyHues } from "#lib/words/dead-end-labels.ts";
import { formatList, rotationFamilyLabel } from "#lib/words/format-list.ts";
import { runYieldingTask, type YieldingTask } from "#lib/yielding-task.ts";
import type { CalendarEvent, CalendarLayer } from "./calendar-event.ts";
import { forcedUpdateEventsOf, queryOfCluster } from "./forced-update-events.ts";
import { forcedUpdateWindowEvents } from "./forced-update-window-events.ts";
import { profileEventsTask, versionKeysOf } from "./profile-events.ts";
import { type CalendarProject, projectEvents } from "./project-events.ts";

export interface CalendarInput {
  /** Rows of the clusters whose events are shown. */
  readonly rows: readonly FleetRow[];
  readonly profiles: readonly Profile[];
  /** Projects whose dates are shown. */
  readonly projects?: readonly CalendarProject[];
  readonly layers: readonly CalendarLayer[];
  /** Whether to include versions that none of the clusters uses. */
  readonly unused: boolean;
  /** Current time in epoch milliseconds. */
  readonly now: number;
  /** Time range of the events, in epoch milliseconds; `from` is inclusive, `to` exclusive. */
  readonly range: { readonly from: number; readonly to: number };
}

/** Precomputes the data of a row for the calendar, so that ten thousand rows need not be computed at once. */
export function precomputeRowForCalendar(row: FleetRow): void {
  forcedUpdateEventsOf(row);
  versionKeysOf(row);
}

/** Returns the events of the selected layers, in time order. The calendar page and calendar feeds use it. */
export function calendarEventsOf(input: CalendarInput): readonly CalendarEvent[] {
  return runYieldingTask(calendarEventsTask(input));
}

/** Returns the events of the selected layers, computed in parts, because ten thousand clusters take a while. */
export function* calendarEventsTask(input: CalendarInput): YieldingTask<readonly CalendarEvent[]> {
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
    take((yield* profileEventsTask(input)).filter(({ layer }) => has(layer)));
    yield;
  }
  for (let begin = 0; begin < rows.length; begin += partRows) {
    const part = rows.slice(begin, begin + partRows);
    if (has("forced")) take(part.flatMap(forcedUpdateEventsOf));
    if (has("lifetime")) take(lifetimeEvents(part));
    if (has("rotation")) take(rotationDueEvents(part));
    yield;
  }
  if (has("project")) take(projectEvents(input.projects ?? []));
  if (has("window")) take(forcedUpdateWindowEvents(rows, range));
  const ordered = inTimeOrder(shown);
  yield;
  return ordered;
}

/** Number of rows per part of the computation. */
const partRows = 200;

/** Returns an event with its colour by distance: red now or within 90 days, grey in the past. */
function withHue(event: CalendarEvent, now: number): CalendarEvent {
  if (event.deadEnd !== undefined) return { ...event, hue: urgencyHues[urgencyOf(event.deadEnd, now)] };
  if (event.layer !== "k8s" && event.layer !== "image") return event;
  if (event.at < now) return { ...event, hue: "neutral" };
  return isUrgent(event.at, now) ? event : { ...event, hue: "caution" };
}

/** Sorts by instant, then by id. Grouping first is faster: thousands of events share a few hundred instants. */
function inTimeOrder(events: readonly CalendarEvent[]): readonly CalendarEvent[] {
  const byInstant = [...Map.groupBy(events, ({ at }) => at)].sort(([a], [b]) => a - b);
  return byInstant.flatMap(([, same]) => same.sort((a, b) => (a.id < b.id ? -1 : 1)));
}

/** Returns events for the deletion of clusters whose lifetime ends; Gardener deletes them within the following hour. */
function lifetimeEvents(rows: readonly FleetRow[]): readonly CalendarEvent[] {
  return rows.flatMap(({ uid, project, name, endsAt }): readonly CalendarEvent[] => {
    const at = parseInstant(endsAt);
    if (at === undefined) return [];
    return [
      {
        id: `lifetime.${uid}`,
        layer: "lifetime",
        about: "lifetime-ends",
        at,
        until: at + hourMs,
        title: text("Gardener deletes the cluster: its lifetime ends"),
        short: text("deleted"),
        facts: [
          text("A quota limits how long clusters live. Gardener deletes it with all that it holds."),
          text("Extend its lifetime before, or save what it holds."),
        ],
        clusters: [{ project, name }],
        filter: queryOfCluster(project, name),
        hue: "negative",
      },
    ];
  });
}

/**
 * Returns events for the days on which credentials become 90 days old, when the API server warns about them unless the
 * garden is configured differently. Credentials of a cluster that become due on the same day form one event.
 */
function rotationDueEvents(rows: readonly FleetRow[]): readonly CalendarEvent[] {
  return rows.flatMap((row) => {
    if (row.deletionRequestedAt !== undefined) return [];
    const endsAt = lifetimeEndOf(row) ?? Number.POSITIVE_INFINITY;
    const byDay = new Map<number, { at: number; families: string[] }>();
    for (const family of rotationFamilies) {
      const renewedAt = row.rotatedAt?.[family];
      if (renewedAt === undefined && familiesUnknownUntilRenewed.has(family)) continue;
      const last = Date.parse(renewedAt ?? row.createdAt ?? "");
      if (Number.isNaN(last)) continue;
      const at = last + defaultRotationIntervalMs;
      if (at >= endsAt) continue;
      const day = Math.floor(at / dayMs);
      const due = byDay.get(day) ?? { at, families: [] };
      byDay.set(day, { at: Math.min(due.at, at), families: [...due.families, family] });
    }
    return [...byDay.values()].map(
      ({ at, families }): CalendarEvent => ({
        id: `rotation-due.${row.uid}.${families.join("+")}`,
        layer: "rotation",
        about: `rotation-due.${families.join("+")}`,
        at,
        title: text("Rotation due: {families}", { families: formatList(families.map(rotationFamilyLabel)) }),
        short: text("rotation"),
        facts: [
          text(
            "On this day the credentials are 90 days old; Gardener's API server reminds after about that time by default.",
          ),
          text("This is a recommendation: nothing happens automatically on this day."),
        ],
        clusters: [{ project: row.project, name: row.name }],
        filter: queryOfCluster(row.project, row.name),
        hue: "notice",
      }),
    );
  });
}
