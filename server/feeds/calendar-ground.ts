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

/** Somebody's rights, and how to ask about more of them. */
export interface Viewer {
  readonly scope: UserScope;
  readonly may: AccessReviews["may"];
}

const pastMs = 60 * dayMs;
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** What a viewer's calendar of a view is made from: the rows and the profiles that they may see, and nothing else. */
export async function calendarInput(
  app: CalendarSources,
  { scope, may }: Viewer,
  query: string,
): Promise<CalendarInput> {
  const { fleet, layers, unused } = parseCalendarQuery(new URLSearchParams(query));
  const reading = { ...app, scopes: { scopeOf: async () => scope }, reviews: { may } };
  // Who asks is known to `may` and `scopeOf`; there is no token.
  const { profiles } = await listProfiles(reading, "");
  const now = app.now();
  const rows = await selectRows(app.fleet.store.rows(scope), fleet, fleetContext(now, utcClock));
  // In one order wherever it is asked, and from one day on: files of two replicas are the same to the byte.
  const ordered = rows.toSorted((a, b) =>
    a.project === b.project ? compare(a.name, b.name) : compare(a.project, b.project),
  );
  // What the calendar asks of each row is worked out beforehand, so that others are served in between.
  await inSlices(ordered, prepareForCalendar);
  const range = { from: Math.floor((now - pastMs) / dayMs) * dayMs, to: forecastHorizon(now) };
  return { rows: ordered, profiles, layers, unused, now, range };
}
