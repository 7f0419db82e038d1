import { useQuery } from "@tanstack/react-query";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { freezesQuery } from "#components/data/queries/freeze-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { emptyFleetQuery, type FleetQuery } from "#lib/fleet/fleet-query.ts";
import { createUnusedProjectTest } from "#lib/fleet/select-projects.ts";
import { text } from "#lib/language/text.ts";
import type { DayEntry, DayKey } from "#lib/view/calendar/calendar-days.ts";
import {
  countEventsInFreeze,
  type FreezeBand,
  freezeBandsOf,
  isEventInFreeze,
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
  readonly clock: DisplayClock;
  /** Query that selects the clusters of the calendar; only the projects in it matter here. */
  readonly fleet: FleetQuery;
}

/** Freeze periods of projects as bands over the shown days, each in a row of its own, with what changes in them. */
export function CalendarFreezes({ range: { first, last }, byDay, clock, fleet }: CalendarFreezesProps) {
  const { data, error } = useQuery(freezesQuery());
  if (error !== null && data === undefined) {
    const { detail = "" } = requestErrorOf(error);
    return <p className="text-sm text-caution-text">{text("The freezes could not be read: {detail}", { detail })}</p>;
  }
  const [fromAt, untilAt] = [instantOfFieldTime(`${first}T00:00`, clock), instantOfFieldTime(`${last}T23:59`, clock)];
  if (data === undefined || fromAt === undefined || untilAt === undefined) return null;
  const isShown = createUnusedProjectTest({ ...emptyFleetQuery, filters: projectFiltersOf(fleet) });
  const freezes = projectFreezesOf(data).filter(({ project }) => isShown(project));
  const days = [...byDay].filter(([day]) => day >= first && day <= last);
  const bands = freezeBandsOf(freezes, { fromAt, untilAt });
  const unread = unreadFreezesDescriptions(data);
  if (bands.length + unread.length === 0) return null;
  return (
    <section aria-labelledby="calendar-freezes" className="rounded-card border border-hairline bg-canvas px-4 py-2.5">
      <h3 id="calendar-freezes" className="text-base font-semibold">
        {text("Freezes")}
      </h3>
      {bands.length > 0 && (
        <ul className="divide-y divide-hairline">
          {bands.map((band) => (
            <Band key={band.key} band={band} count={countEventsInFreeze(days, band)} clock={clock} />
          ))}
        </ul>
      )}
      {unread.length > 0 && <p className="text-sm text-pretty text-caution-text">{unread.join(" ")}</p>}
      {bands.length > 0 && (
        <p className="text-xs text-pretty text-secondary">
          {text(freezeLimitDescription)}{" "}
          {text("The calendar has each cluster's first forced update of a kind; Updates of the cluster has all.")}
        </p>
      )}
    </section>
  );
}

function projectFiltersOf({ filters }: FleetQuery): FleetQuery["filters"] {
  return new Map([...filters].filter(([key]) => key === "project"));
}

interface BandProps {
  readonly band: FreezeBand;
  /** Number of events of the project's clusters that fall into the period. */
  readonly count: number;
  readonly clock: DisplayClock;
}

function Band({ band: { project, period, start, length }, count, clock }: BandProps) {
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
            {text("{count, plural, one {# change} other {# changes}} of its clusters here", { count })}
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

/** Tags of the freeze periods in which an entry of a day changes clusters. */
export function EntryFreezeTags({ entry }: { readonly entry: DayEntry }) {
  const { data } = useQuery(freezesQuery());
  if (data === undefined) return null;
  const touched = projectFreezesOf(data).filter((freeze) =>
    entry.events.some((event) => isEventInFreeze(event, freeze)),
  );
  if (touched.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-1.5">
      {touched.map(({ key, project, period: { name } }) => (
        <Tag key={key} hue="caution">
          {text("freeze {name} of {project}", { name, project })}
        </Tag>
      ))}
    </p>
  );
}
