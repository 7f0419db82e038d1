import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { freezesQuery } from "#components/data/queries/freeze-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { CutListNote } from "#components/ui/cut-list/cut-list-note.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { Freezes } from "#lib/contract/freeze/freezes.ts";
import { emptyFleetQuery, type FleetQuery } from "#lib/fleet/fleet-query.ts";
import { createUnusedProjectTest } from "#lib/fleet/select-projects.ts";
import { text } from "#lib/language/text.ts";
import type { DayEntry, DayKey } from "#lib/view/calendar/calendar-days.ts";
import { type CalendarLayer, layerLabels } from "#lib/view/calendar/calendar-event.ts";
import {
  changingLayers,
  type FreezeCalendar,
  freezeCalendarOf,
  freezesByProject,
  freezesMeeting,
  projectChangesOf,
  projectFreezesOf,
} from "#lib/view/calendar/freeze-bands.ts";
import { instantOfFieldTime } from "#lib/view/freeze/field-times.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import {
  freezeLimitDescription,
  freezeSpanLabel,
  unreadFreezesDescriptions,
} from "#lib/words/freeze/freeze-descriptions.ts";

interface CalendarFreezesProps {
  /** First and last day of the calendar as shown. */
  readonly range: { readonly first: DayKey; readonly last: DayKey };
  readonly byDay: ReadonlyMap<DayKey, readonly DayEntry[]>;
  /** Layers that are shown; the events of others are not among the days. */
  readonly layers: readonly CalendarLayer[];
  readonly clock: DisplayClock;
  /** Query that selects the clusters of the calendar; only the projects in it matter here. */
  readonly fleet: FleetQuery;
}

/** Freeze periods of projects as bands over the shown days, each in a row of its own, with what changes in them. */
export function CalendarFreezes(props: CalendarFreezesProps) {
  const { data, error } = useQuery(freezesQuery());
  const shown = useFreezeCalendar(data, props);
  if (error !== null && data === undefined) {
    const { detail = "" } = requestErrorOf(error);
    return <p className="text-sm text-caution-text">{text("The freezes could not be read: {detail}", { detail })}</p>;
  }
  if (data === undefined || shown === undefined) return null;
  const { bands, total } = shown;
  const unread = unreadFreezesDescriptions(data);
  if (total + unread.length === 0) return null;
  const hidden = changingLayers.filter((layer) => !props.layers.includes(layer));
  return (
    <section aria-labelledby="calendar-freezes" className="rounded-card border border-hairline bg-canvas px-4 py-2.5">
      <h3 id="calendar-freezes" className="text-base font-semibold">
        {text("Freezes")}
      </h3>
      {total > 0 && (
        <>
          <ul className="divide-y divide-hairline">
            {bands.map((each) => (
              <Band key={each.band.key} shown={each} clock={props.clock} />
            ))}
          </ul>
          <div className="-mx-4">
            <CutListNote listed={bands.length} total={total} isByName={false} />
          </div>
        </>
      )}
      {unread.length > 0 && <p className="text-sm text-pretty text-caution-text">{unread.join(" ")}</p>}
      {total > 0 && (
        <p className="text-xs text-pretty text-secondary">
          {text(freezeLimitDescription)}{" "}
          {hidden.length > 0 && (
            <>
              {text("Not counted, because they are hidden: {layers}.", {
                layers: hidden.map((layer) => text(layerLabels[layer])).join("; "),
              })}{" "}
            </>
          )}
          {text("The calendar has each cluster's first forced update of a kind; Updates of the cluster has all.")}
        </p>
      )}
    </section>
  );
}

/** Returns the bands of the shown days; undefined before the freezes are read. Computed once for all renders of the same days. */
function useFreezeCalendar(data: Freezes | undefined, props: CalendarFreezesProps): FreezeCalendar | undefined {
  const { range, byDay, clock, fleet } = props;
  const { first, last } = range;
  return useMemo(() => {
    const fromAt = instantOfFieldTime(`${first}T00:00`, clock);
    const untilAt = instantOfFieldTime(`${last}T23:59`, clock);
    if (data === undefined || fromAt === undefined || untilAt === undefined) return undefined;
    const isShown = createUnusedProjectTest({ ...emptyFleetQuery, filters: projectFiltersOf(fleet) });
    const freezes = projectFreezesOf(data).filter(({ project }) => isShown(project));
    const days = [...byDay].flatMap(([day, entries]) => (day >= first && day <= last ? [entries] : []));
    return freezeCalendarOf(freezes, { fromAt, untilAt }, days);
  }, [data, byDay, clock, fleet, first, last]);
}

function projectFiltersOf({ filters }: FleetQuery): FleetQuery["filters"] {
  return new Map([...filters].filter(([key]) => key === "project"));
}

interface BandProps {
  readonly shown: FreezeCalendar["bands"][number];
  readonly clock: DisplayClock;
}

function Band({ shown: { band, meets }, clock }: BandProps) {
  const { project, period, start, length } = band;
  const count = meets.inside + meets.possible;
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-sm">
        <span className="font-medium break-words">{period.name}</span>
        <Link prefetch={false} href={`/projects/${encodeURIComponent(project)}`} className="text-link hover:underline">
          {project}
        </Link>
        <span className="text-secondary tabular-nums">{freezeSpanLabel(period, clock)}</span>
        {count > 0 && (
          <span className="text-caution-text">
            {meets.possible === 0
              ? text("{count, plural, one {# change} other {# changes}} of its clusters here", { count })
              : text("{count, plural, one {# event} other {# events}} can change its clusters here", { count })}
          </span>
        )}
      </p>
      <div aria-hidden className="mt-1 h-1.5 rounded-full bg-surface">
        <div
          className="h-full min-w-1 rounded-full bg-info-solid"
          style={{ marginLeft: `${start * 100}%`, width: `${length * 100}%` }}
        />
      </div>
    </li>
  );
}

const mostTags = 12;

/** Tags of the freeze periods in which an entry of a day changes clusters. */
export function EntryFreezeTags({ entry: { events } }: { readonly entry: DayEntry }) {
  const { data } = useQuery(freezesQuery());
  const touched = useMemo(
    () => (data === undefined ? [] : freezesMeeting(projectChangesOf(events), freezesByProject(data))),
    [data, events],
  );
  if (touched.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-1.5 text-sm text-secondary">
      {touched.slice(0, mostTags).map(({ key, project, period: { name } }) => (
        <Tag key={key} hue="caution">
          {text("freeze {name} of {project}", { name, project })}
        </Tag>
      ))}
      {touched.length > mostTags && text("and {count} more", { count: touched.length - mostTags })}
    </p>
  );
}
