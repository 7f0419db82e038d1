import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { windowEndingAfter } from "#lib/policy/maintenance/next-window.ts";
import { distinctClusters } from "#lib/view/calendar/calendar-days.ts";
import { type CalendarEvent, type EventCluster, forecastAssumption } from "#lib/view/calendar/calendar-event.ts";
import { type CalendarInput, calendarEventsTask } from "#lib/view/calendar/calendar-events-of.ts";
import { entryLabel, isLayerAboutClusters } from "#lib/view/calendar/entry-labels.ts";
import {
  type ManuallyUpdatedCluster,
  manuallyUpdatedClustersOf,
} from "#lib/view/calendar/forced-update-window-events.ts";
import { lastValidInstantOf } from "#lib/words/version-end.ts";
import type { YieldingTask } from "#lib/yielding-task.ts";
import type { FeedEntry } from "./feed-entry.ts";
import { type ClusterSummary, summaryEntries } from "./summary-entries.ts";

/** Above this number of entries, events of one day are combined, because calendar programs cannot handle thousands. */
const mostSingleEntries = 200;
/** Maximum number of entries, which keeps a file below a megabyte. */
const mostEntries = 500;
const mostNames = 20;
/** Maximum duration of an entry with start and end; a longer one becomes an all-day entry and does not fill weeks. */
const longestSpanMs = 36 * 3_600_000;

/** Start of an event's entry. A version that expires at midnight is entered on the day before. */
const beginOf = ({ layer, at }: CalendarEvent) => (layer === "k8s" || layer === "image" ? lastValidInstantOf(at) : at);

const nameOf = ({ project, name }: EventCluster) => `${project}/${name}`;
const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const instant = (at: number) => new Date(at).toISOString().replace(".000Z", "Z");

const nameWithReadiness = (cluster: EventCluster) =>
  cluster.isNotReady ? text("{cluster} (not ready)", { cluster: nameOf(cluster) }) : nameOf(cluster);

function namesOf(clusters: readonly EventCluster[]): string {
  const shown = clusters.map(nameWithReadiness).sort().slice(0, mostNames);
  const more = clusters.length - shown.length;
  const names = shown.join(", ");
  return more > 0 ? text("Clusters: {names} and {more} more.", { names, more }) : text("Clusters: {names}.", { names });
}

function summaryOf({ title, layer, project }: CalendarEvent, clusters: readonly EventCluster[]): string {
  if (project !== undefined) return `${project}: ${title}`;
  const [only] = clusters;
  if (only === undefined) return `${title} (no clusters)`;
  if (clusters.length === 1 && !isLayerAboutClusters(layer)) return `${title} (${nameOf(only)})`;
  return clusters.length === 1 ? `${nameOf(only)}: ${title}` : `${title} (${clusters.length} clusters)`;
}

function whenOf({ at, until, layer, dueSince }: CalendarEvent): string {
  if (dueSince === "undated") return text("Due already: it may come in each maintenance window from now on.");
  if (until !== undefined) return text("Between {at} and {until}.", { at: instant(at), until: instant(until) });
  return layer === "forced"
    ? text("Not before {at}; no end is certain.", { at: instant(at) })
    : text("Exactly {at}.", { at: instant(at) });
}

/**
 * Dates an overdue event by its cause: the forecast's date is the time of computation, which changes from day to day
 * and differs between replicas.
 */
function settled(event: CalendarEvent, today: number): CalendarEvent {
  const { dueSince, until: _, ...told } = event;
  if (dueSince === undefined) return event;
  return dueSince === "undated" ? { ...told, dueSince, at: today } : { ...told, dueSince, ...dueSince };
}

const isUndated = ({ dueSince }: CalendarEvent) => dueSince === "undated";

/** Sorts events by time. Undated ones come first, since any other position would change every day. */
function inSettledOrder(events: readonly CalendarEvent[]): readonly CalendarEvent[] {
  const place = (event: CalendarEvent) => (isUndated(event) ? Number.NEGATIVE_INFINITY : event.at);
  return [...events].sort((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1));
}

function entryOf(event: CalendarEvent): FeedEntry {
  const { id, at, until, clusters, facts, filter } = event;
  const startAt = beginOf(event);
  const timed = until !== undefined && until - at <= longestSpanMs;
  const named = clusters.length > 0 ? [namesOf(clusters)] : [];
  const description = [whenOf(event), ...facts, ...assumptionOf(event), ...named].join("\n");
  const summary = summaryOf(event, clusters);
  const path = event.project === undefined ? `/clusters${filter ?? ""}` : `/projects/${event.project}`;
  const undated = isUndated(event) && { undated: true };
  return { id, startAt, ...(timed && { endAt: until }), ...undated, summary, description, path };
}

const assumptionOf = ({ layer }: CalendarEvent) => (layer === "forced" ? [text(forecastAssumption)] : []);

/** Facts that apply to every event of a day and kind. */
const summedUp = (event: CalendarEvent) => (event.layer === "forced" ? assumptionOf(event) : event.facts.slice(-1));

function whenOfDay(event: CalendarEvent): string {
  if (isUndated(event)) return whenOf(event);
  const on = `${day(beginOf(event))} (UTC)`;
  return event.layer === "forced" ? text("From {on} on, each in its own window.", { on }) : text("On {on}.", { on });
}

const dayKey = (event: CalendarEvent) => `${isUndated(event) ? "due" : day(beginOf(event))}.${event.layer}`;

/** Combines all events of one day and kind into one entry. */
function* dayEntries(events: readonly CalendarEvent[]): YieldingTask<readonly FeedEntry[]> {
  const groups = new Map<string, CalendarEvent[]>();
  for (const event of events) {
    const key = `${dayKey(event)}.${event.about}`;
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [event]);
    else same.push(event);
  }
  yield;
  const entries: FeedEntry[] = [];
  for (const [key, same] of groups) {
    yield;
    entries.push(...entriesOfDay(key, same));
  }
  return entries;
}

function entriesOfDay(key: string, same: readonly CalendarEvent[]): readonly FeedEntry[] {
  const [first] = same;
  if (first === undefined) return [];
  if (same.length === 1) return [entryOf(first)];
  const clusters = distinctClusters(same.flatMap((event) => event.clusters));
  const projects = same.flatMap(({ project }) => project ?? []);
  const about = projects.length > 0 ? text("Projects: {names}.", { names: projects.join(", ") }) : namesOf(clusters);
  const description = [whenOfDay(first), ...summedUp(first), about];
  const path = `/calendar?${isUndated(first) ? "" : `day=${day(beginOf(first))}&`}layer=${first.layer}`;
  const summary = projects.length > 0 ? entryLabel({ ...first, clusters, projects }) : summaryOf(first, clusters);
  const undated = isUndated(first) && { undated: true };
  return [
    {
      id: `day.${key}`,
      formerId: `day.${dayKey(first)}.${first.title}`,
      startAt: beginOf(first),
      ...undated,
      summary,
      description: description.join("\n"),
      path,
    },
  ];
}

const windowId = (uid: string) => `window.${uid}`;

/** First occurrence of repeating maintenance windows; fixed, so that calendar entries do not change over time. */
const windowsBeginAt = Date.UTC(2024, 0, 1);

function windowEntry({ uid, project, name, window, endsAt }: ManuallyUpdatedCluster): FeedEntry {
  const { beginAt, endAt } = windowEndingAfter(window, windowsBeginAt);
  return {
    id: windowId(uid),
    startAt: beginAt,
    endAt,
    repeatsDaily: true,
    ...(endsAt !== undefined && { repeatsUntil: endsAt }),
    summary: text("{project}/{name}: maintenance window", { project, name }),
    description: text(
      "This cluster's Kubernetes version is held. Only in this window can maintenance force it off a version that has ended.",
    ),
    path: `/clusters/${project}/${name}`,
  };
}

export interface FeedEntries {
  readonly entries: readonly FeedEntry[];
  /** Sentences for the calendar's description about entries that were left out. */
  readonly leftOut: readonly string[];
  /** Ids of events that still exist but were left out for lack of room; they must not be published as cancelled. */
  readonly unshown: readonly string[];
}

/** Data of a calendar, and what operations did to its clusters. */
export interface FeedInput extends CalendarInput {
  readonly summaries?: readonly ClusterSummary[];
}

/** The calendar entries of a view, limited to the number that calendar programs can handle. */
export function* feedEntriesTask(input: FeedInput): YieldingTask<FeedEntries> {
  const leftOut: string[] = [];
  const layers = input.layers.filter((layer) => layer !== "window");
  const today = Math.floor(input.now / dayMs) * dayMs;
  const dated = yield* calendarEventsTask({ ...input, layers });
  const events = inSettledOrder(dated.map((event) => settled(event, today)));
  yield;
  const entries = events.length > mostSingleEntries ? yield* dayEntries(events) : events.map(entryOf);
  yield;
  const shown = entries.slice(0, mostEntries);
  const last = shown.at(-1);
  if (shown.length < entries.length && last !== undefined) {
    leftOut.push(
      text("{value} later entries are left out after {startAt}; narrow the view.", {
        value: entries.length - shown.length,
        startAt: day(last.startAt),
      }),
    );
  }
  const held = input.layers.includes("window") ? manuallyUpdatedClustersOf(input.rows) : [];
  const windows = held.length > mostSingleEntries ? [] : held.map(windowEntry);
  if (held.length > windows.length) {
    leftOut.push(
      text("The windows of {held} held clusters are left out, because they are too many; narrow the view.", {
        held: held.length,
      }),
    );
  }
  const unshown = [
    ...entries.slice(mostEntries).flatMap(({ id, formerId = id }) => [id, formerId]),
    ...(windows.length < held.length ? held.map(({ uid }) => windowId(uid)) : []),
  ];
  const done = summaryEntries(input.summaries ?? [], { layers: input.layers, from: input.range.from });
  return { entries: [...shown, ...windows, ...done], leftOut, unshown };
}
