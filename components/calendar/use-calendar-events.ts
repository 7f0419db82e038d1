import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { useFleetContext } from "#components/data/address/use-fleet-context.ts";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { usePreparedRows } from "#components/data/live/use-prepared-rows.ts";
import { useSettledRows } from "#components/data/live/use-settled-rows.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { versionsQuery } from "#components/data/queries/versions-queries.ts";
import { useLater } from "#components/ui/state/use-later.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { isKnown } from "#lib/fleet/is-known.ts";
import { text } from "#lib/language/text.ts";
import type { CalendarEvent } from "#lib/view/calendar/calendar-event.ts";
import { calendarEvents, prepareForCalendar } from "#lib/view/calendar/calendar-events.ts";
import type { CalendarQuery } from "#lib/view/calendar/calendar-query.ts";

const noRows: readonly FleetRow[] = [];
const noProfiles: readonly Profile[] = [];
const noEvents: readonly CalendarEvent[] = [];
const needProfiles: ReadonlySet<string> = new Set(["k8s", "image", "stage"]);

interface EventsAsked {
  readonly query: CalendarQuery;
  /** Start of the first month shown, and the end of the calendar's range, both in epoch milliseconds. */
  readonly range: { readonly from: number; readonly to: number };
}

export interface CalendarEventsShown {
  readonly events: readonly CalendarEvent[];
  readonly loading: boolean;
  /** Sentences about layers that are switched on but have no data. */
  readonly missing: readonly string[];
}

/** Returns the dated events from data already loaded: changing the month requests nothing. */
export function useCalendarEvents({ query, range }: EventsAsked): CalendarEventsShown {
  const fleet = useQuery(fleetQuery);
  const versions = useQuery(versionsQuery);
  const context = useFleetContext();
  const prepared = usePreparedRows(useSettledRows(fleet.data?.rows), prepareForCalendar);
  const rows = useDeferredValue(prepared ?? noRows);
  const profiles = versions.data?.profiles ?? noProfiles;
  const { fleet: filter, layers, unused } = query;
  const { from, to } = range;
  const selected = useMemo(
    () => ({ clusters: filterFleet(rows, filter, context), now: context.now }),
    [rows, filter, context],
  );
  // Selecting clusters, finding events and grouping them by day are separate tasks: each is noticeable with ten
  // thousand clusters. `now` is kept with the clusters, or the events would be computed twice a minute.
  const { clusters, now } = useLater(selected) ?? { clusters: noRows, now: context.now };
  const events = useMemo(
    () => calendarEvents({ rows: clusters, profiles, layers, unused, now, range: { from, to } }),
    [clusters, profiles, layers, unused, now, from, to],
  );
  const shown = useLater(events) ?? noEvents;
  const wantsProfiles = layers.some((layer) => needProfiles.has(layer));
  return {
    events: shown,
    loading:
      (fleet.data === undefined && !fleet.isError) ||
      // The rows are loaded but not rendered yet, so nothing counts as missing.
      (rows.length === 0 && fleet.data !== undefined && fleet.data.rows.length > 0) ||
      (clusters.length === 0 && selected.clusters.length > 0) ||
      (shown.length === 0 && events.length > 0) ||
      (fleet.data !== undefined && !isKnown(fleet.data.freshness)) ||
      (wantsProfiles && versions.isPending),
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
    ],
  };
}
