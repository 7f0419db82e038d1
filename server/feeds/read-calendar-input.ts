import "server-only";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { precomputeRowForCalendar } from "#lib/view/calendar/calendar-events-of.ts";
import { parseCalendarQuery } from "#lib/view/calendar/calendar-query.ts";
import { utcClock } from "#lib/words/clock.ts";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { ProjectDirectory } from "#server/access/project-directory.ts";
import { selectUnusedProjects } from "#server/access/select-unused-projects.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { Fleet, FleetSources } from "#server/fleet/fleet.ts";
import { selectRows } from "#server/fleet/select-rows.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import { listProfiles } from "#server/versions/list-profiles.ts";
import type { FeedInput } from "./feed-entries.ts";

export interface CalendarSources {
  readonly fleet: Fleet;
  readonly sources: FleetSources;
  readonly directory: ProjectDirectory;
  readonly now: () => number;
}

/** Whose permissions a feed has: the user's scope, and a function that checks other permissions. */
export interface FeedPermissions {
  readonly scope: UserScope;
  readonly may: AccessReviews["may"];
}

const pastMs = 60 * dayMs;
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** The data of a calendar: the clusters and profiles that a view's query selects and that the user can see. */
export async function readCalendarInput(
  app: CalendarSources,
  { scope, may }: FeedPermissions,
  query: string,
): Promise<FeedInput> {
  const { fleet, layers, unused } = parseCalendarQuery(new URLSearchParams(query));
  const reading = { ...app, scopes: { scopeOf: async () => scope }, reviews: { may } };
  // No token is needed, because `may` and `userScopeOf` already belong to the user.
  const { profiles } = await listProfiles(reading, "");
  const now = app.now();
  const rows = await selectRows(app.fleet.store.rows(scope), fleet, createFleetContext(now, utcClock));
  // Sorted, and from the start of a day, so that two replicas produce the same bytes.
  const ordered = rows.toSorted((a, b) =>
    a.project === b.project ? compare(a.name, b.name) : compare(a.project, b.project),
  );
  // Computes cached values in time slices, so that other requests are served in between.
  await forEachInTimeSlices(ordered, precomputeRowForCalendar);
  const range = { from: Math.floor((now - pastMs) / dayMs) * dayMs, to: forecastHorizon(now) };
  const projects = layers.includes("project") ? selectUnusedProjects(app.directory, scope, fleet) : [];
  const summaries = ordered.flatMap(({ uid, project, name }) =>
    app.fleet.summaries.recordsOf(uid).map((record) => ({ ...record, cluster: { uid, project, name } })),
  );
  return { rows: ordered, profiles, projects, layers, unused, now, range, summaries };
}
