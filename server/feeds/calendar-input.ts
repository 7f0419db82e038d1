import "server-only";
import { fleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type CalendarInput, prepareForCalendar } from "#lib/view/calendar/calendar-events.ts";
import { parseCalendarQuery } from "#lib/view/calendar/calendar-query.ts";
import { utcClock } from "#lib/words/clock.ts";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { ProjectDirectory } from "#server/access/project-directory.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { Fleet, FleetSources } from "#server/fleet/fleet.ts";
import { selectRows } from "#server/fleet/select-rows.ts";
import { inSlices } from "#server/processor-time/time-slices.ts";
import { listProfiles } from "#server/versions/list-profiles.ts";

export interface CalendarSources {
  readonly fleet: Fleet;
  readonly sources: FleetSources;
  readonly directory: ProjectDirectory;
  readonly now: () => number;
}

/** A user's scope, and a function for further permissions. */
export interface FeedViewer {
  readonly scope: UserScope;
  readonly may: AccessReviews["may"];
}

const pastMs = 60 * dayMs;
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** The input of a user's calendar of a view: only rows and profiles that the user can see. */
export async function calendarInput(
  app: CalendarSources,
  { scope, may }: FeedViewer,
  query: string,
): Promise<CalendarInput> {
  const { fleet, layers, unused } = parseCalendarQuery(new URLSearchParams(query));
  const reading = { ...app, scopes: { scopeOf: async () => scope }, reviews: { may } };
  // The user is bound to `may` and `scopeOf`; there is no token.
  const { profiles } = await listProfiles(reading, "");
  const now = app.now();
  const rows = await selectRows(app.fleet.store.rows(scope), fleet, fleetContext(now, utcClock));
  // Sorted, and starting at a full day, so that two replicas produce identical bytes.
  const ordered = rows.toSorted((a, b) =>
    a.project === b.project ? compare(a.name, b.name) : compare(a.project, b.project),
  );
  // Computed in slices beforehand, so that other requests are served in between.
  await inSlices(ordered, prepareForCalendar);
  const range = { from: Math.floor((now - pastMs) / dayMs) * dayMs, to: forecastHorizon(now) };
  return { rows: ordered, profiles, layers, unused, now, range };
}
