import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { useFleetFilterContext } from "#components/data/address/use-fleet-filter-context.ts";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { usePreparedRows } from "#components/data/live/use-prepared-rows.ts";
import { useThrottledFleetRows } from "#components/data/live/use-throttled-fleet-rows.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { projectsQuery } from "#components/data/queries/project-queries.ts";
import { versionsQuery } from "#components/data/queries/versions-queries.ts";
import { useValueAfterPaint } from "#components/ui/state/use-value-after-paint.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { areRowsComplete } from "#lib/fleet/are-rows-complete.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { createUnusedProjectTest } from "#lib/fleet/select-projects.ts";
import { text } from "#lib/language/text.ts";
import { type DayEntry, type DayKey, entriesByDay } from "#lib/view/calendar/calendar-days.ts";
import type { CalendarEvent } from "#lib/view/calendar/calendar-event.ts";
import { calendarEventsOf, precomputeRowForCalendar } from "#lib/view/calendar/calendar-events-of.ts";
import type { CalendarQuery } from "#lib/view/calendar/calendar-query.ts";
import type { CalendarProject } from "#lib/view/calendar/project-events.ts";
import type { DisplayClock } from "#lib/words/clock.ts";

const noRows: readonly FleetRow[] = [];
const noProfiles: readonly Profile[] = [];
const noProjects: readonly CalendarProject[] = [];
const noEvents: readonly CalendarEvent[] = [];
const noDays: CalendarEventsResult["byDay"] = new Map();
const needProfiles: ReadonlySet<string> = new Set(["k8s", "image", "stage"]);

interface EventsAsked {
  readonly query: CalendarQuery;
  readonly clock: DisplayClock;
  /** Start of the first month shown, and the end of the calendar's range, both in epoch milliseconds. */
  readonly range: { readonly from: number; readonly to: number };
}

export interface CalendarEventsResult {
  /** Entries of each day that has events, in the clock of the page. */
  readonly byDay: ReadonlyMap<DayKey, readonly DayEntry[]>;
  readonly loading: boolean;
  /** One sentence for each selected kind of event that has no data. */
  readonly missing: readonly string[];
}

/** Returns the calendar's events, computed from data that the browser has: changing the month sends no request. */
export function useCalendarEvents({ query, clock, range }: EventsAsked): CalendarEventsResult {
  const fleet = useQuery(fleetQuery);
  const versions = useQuery(versionsQuery);
  const context = useFleetFilterContext();
  const prepared = usePreparedRows(useThrottledFleetRows(fleet.data?.rows), precomputeRowForCalendar);
  const rows = useDeferredValue(prepared ?? noRows);
  const profiles = versions.data?.profiles ?? noProfiles;
  const { fleet: filter, layers, unused } = query;
  const wantsProjects = layers.includes("project");
  const listed = useQuery({ ...projectsQuery, enabled: wantsProjects });
  const projects = useMemo(() => {
    const isSelected = createUnusedProjectTest(filter);
    return listed.data?.projects.filter(({ name }) => isSelected(name)) ?? noProjects;
  }, [listed.data, filter]);
  const { from, to } = range;
  const selected = useMemo(
    () => ({ clusters: filterFleet(rows, filter, context), now: context.now }),
    [rows, filter, context],
  );
  // Four tasks, each noticeable with ten thousand clusters: selecting clusters, finding events, grouping, rendering. `now`
  // is stored with the selected clusters, or the events would be computed twice a minute.
  const { clusters, now } = useValueAfterPaint(selected) ?? { clusters: noRows, now: context.now };
  const events = useMemo(
    () => calendarEventsOf({ rows: clusters, profiles, projects, layers, unused, now, range: { from, to } }),
    [clusters, profiles, projects, layers, unused, now, from, to],
  );
  const found = useValueAfterPaint(events) ?? noEvents;
  const grouped = useMemo(() => entriesByDay(found, clock), [found, clock]);
  const byDay = useValueAfterPaint(grouped) ?? noDays;
  const wantsProfiles = layers.some((layer) => needProfiles.has(layer));
  return {
    byDay,
    loading:
      (fleet.data === undefined && !fleet.isError) ||
      // The fleet has been read but its rows are not prepared yet, so the calendar is still loading.
      (rows.length === 0 && fleet.data !== undefined && fleet.data.rows.length > 0) ||
      (clusters.length === 0 && selected.clusters.length > 0) ||
      (byDay.size === 0 && events.length > 0) ||
      (fleet.data !== undefined && !areRowsComplete(fleet.data.freshness)) ||
      (wantsProfiles && versions.isPending) ||
      (wantsProjects && listed.isPending),
    missing: [
      ...(fleet.isError
        ? [text("The clusters could not be read: {detail}", { detail: requestErrorOf(fleet.error).detail ?? "" })]
        : []),
      ...(wantsProfiles && versions.isError
        ? [
            text("The profiles could not be read, so no version's dates are shown: {detail}", {
              detail: requestErrorOf(versions.error).detail ?? "",
            }),
          ]
        : []),
      ...(wantsProjects && listed.isError
        ? [
            text("The projects could not be read, so their dates are not shown: {detail}", {
              detail: requestErrorOf(listed.error).detail ?? "",
            }),
          ]
        : []),
    ],
  };
}
