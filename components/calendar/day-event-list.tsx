import { clsx } from "clsx";
import { Suspense } from "react";
import { Link } from "#components/ui/address/link.tsx";
import { hueTextClasses } from "#components/ui/hue-classes.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { WhyDetails } from "#components/ui/why-details.tsx";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { message, text } from "#lib/language/text.ts";
import { clusterListQueryOfEntry, type DayEntry } from "#lib/view/calendar/calendar-days.ts";
import type { CalendarEvent, EventCluster } from "#lib/view/calendar/calendar-event.ts";
import { combineEventFilter } from "#lib/view/calendar/calendar-query.ts";
import { isLayerAboutVersions } from "#lib/view/calendar/entry-labels.ts";
import { type DisplayClock, utcClock } from "#lib/words/clock.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import { formatVersionEnd } from "#lib/words/version-end.ts";
import { CalendarEventIcon } from "./calendar-event-icon.tsx";

// Loaded on demand, as the freeze periods above the calendar are.
const EntryFreezeTags = lazyComponent(async () => (await import("./calendar-freezes.tsx")).EntryFreezeTags);

const mostNamed = 12;

interface DayEntriesProps {
  readonly entries: readonly DayEntry[];
  readonly clock: DisplayClock;
  /** Query that selects the clusters of the calendar. */
  readonly fleet: FleetQuery;
  /** Whether the reasons of the events are collapsed, for lack of room. */
  readonly folded?: boolean;
}

/** Events of one day in full: time, reason, clusters affected and links. */
export function DayEventList({ entries, clock, fleet, folded = false }: DayEntriesProps) {
  return (
    <ul className="flex flex-col divide-y divide-hairline">
      {entries.map((entry) => (
        <li key={`${entry.layer} ${entry.title}`} className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
          <p className={clsx("flex items-start gap-1.5 text-base font-medium", hueTextClasses[entry.hue])}>
            <span className="mt-0.5">
              <CalendarEventIcon entry={entry} />
            </span>
            {entry.title}
          </p>
          <When events={entry.events} clock={clock} />
          <Suspense>
            <EntryFreezeTags entry={entry} />
          </Suspense>
          <Facts entry={entry} folded={folded} />
          {entry.projects.length > 0 ? (
            <ConcernedProjects names={entry.projects} />
          ) : (
            <Concerned clusters={entry.clusters} filter={behind(fleet, clusterListQueryOfEntry(entry))} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Facts({ entry, folded }: { readonly entry: DayEntry; readonly folded: boolean }) {
  const facts = factsOf(entry);
  if (facts.length === 0) return null;
  const told = facts.map((fact) => (
    <p key={fact} title={fact} className={clsx("text-sm text-secondary", folded ? "text-pretty" : "sm:truncate")}>
      {fact}
    </p>
  ));
  return folded ? <WhyDetails about={entry.title}>{told}</WhyDetails> : told;
}

/** Returns the details that all events of an entry have in common. */
function factsOf({ events }: DayEntry): readonly string[] {
  const [first, ...others] = events;
  if (first === undefined) return [];
  return first.facts.filter((fact) => others.every(({ facts }) => facts.includes(fact)));
}

function behind(fleet: FleetQuery, filter: string | undefined): string | undefined {
  return filter === undefined ? undefined : combineEventFilter(fleet, filter);
}

function When({ events, clock }: { readonly events: readonly CalendarEvent[]; readonly clock: DisplayClock }) {
  const [first] = events;
  if (first !== undefined && isLayerAboutVersions(first.layer)) {
    return <p className="text-sm text-secondary tabular-nums">{whenDated(first)}</p>;
  }
  const from = Math.min(...events.map(({ at }) => at));
  const until = Math.max(...events.map(({ at, until }) => until ?? at));
  const uncertain = events.some((event) => event.layer === "forced" && event.until === undefined);
  const begin = formatDateTime(from, clock);
  const words =
    until > from
      ? text("{begin} to {end}", { begin, end: formatDateTime(until, clock) })
      : uncertain
        ? text("not before {begin}", { begin })
        : begin;
  return <p className="text-sm text-secondary tabular-nums">{words}</p>;
}

/** Formats a date of a CloudProfile. It is shown in UTC whatever time zone is selected. */
function whenDated({ layer, at }: CalendarEvent): string {
  const words = layer === "stage" ? formatDateTime(at, utcClock) : formatVersionEnd(at);
  return words.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

function ConcernedProjects({ names }: { readonly names: readonly string[] }) {
  return (
    <ul aria-label={text("Projects concerned")} className="flex flex-wrap gap-x-3 text-sm">
      {names.map((name) => (
        <li key={name}>
          <Link
            prefetch={false}
            href={`/projects/${encodeURIComponent(name)}`}
            className="inline-flex min-h-6 items-center text-link hover:underline"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface ConcernedProps {
  readonly clusters: readonly EventCluster[];
  readonly filter: string | undefined;
}

const behindLinks = [
  { path: "/clusters", words: message("Show in the list") },
  { path: "/forecast", words: message("Show in the forecast") },
];

function Concerned({ clusters, filter }: ConcernedProps) {
  if (clusters.length === 0)
    return <p className="text-sm text-secondary">{text("No cluster that you see runs it.")}</p>;
  const named = clusters.slice(0, mostNamed);
  return (
    <div className="flex flex-col gap-1 text-sm">
      <ul aria-label={text("Clusters concerned")} className="flex flex-wrap gap-x-3">
        {named.map(({ project, name, isNotReady }) => (
          <li key={`${project}/${name}`} className="flex items-center gap-1">
            <Link
              prefetch={false}
              href={`/clusters/${project}/${name}/updates`}
              className="inline-flex min-h-6 items-center text-link hover:underline"
            >
              {project}/{name}
            </Link>
            {isNotReady && <span className="text-negative-text">{text("not ready")}</span>}
          </li>
        ))}
        {named.length < clusters.length && (
          <li className="flex min-h-6 items-center text-secondary">
            {text("and {count} more", { count: clusters.length - named.length })}
          </li>
        )}
      </ul>
      {filter !== undefined && clusters.length > 1 && (
        <p className="flex gap-4">
          {behindLinks.map(({ path, words }) => (
            <Link
              key={path}
              href={`${path}${filter}`}
              prefetch={false}
              className="inline-flex min-h-6 items-center text-link hover:underline"
            >
              {text(words)}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}
