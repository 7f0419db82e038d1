import "server-only";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type GardenCounts, gardenCountsSchema, maxSearchLength } from "#lib/contract/garden-counts.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type CalendarInput, calendarEventsTask } from "#lib/view/calendar/calendar-events-of.ts";
import { versionKeysOf } from "#lib/view/calendar/profile-events.ts";
import { type GardenCountName, queryOfGardenCount, queryOfGardenSearch } from "#lib/view/gardens/garden-count-rows.ts";
import { upcomingWeeksOf } from "#lib/view/overview/almanac-weeks.ts";
import { type AttentionGroup, createAttentionCollector } from "#lib/view/overview/attention.ts";
import { ownProjectNamesOf } from "#lib/view/overview/own-project-names-of.ts";
import { attentionCauses } from "#lib/view/overview/project-attention.ts";
import type { ProjectDirectory } from "#server/access/project-directory.ts";
import { selectUnusedProjects } from "#server/access/select-unused-projects.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import type { Fleet } from "#server/fleet/fleet.ts";
import { selectRows } from "#server/fleet/select-rows.ts";
import type { Session } from "#server/identity/session.ts";
import { currentProcessorTimeBudget } from "#server/processor-time/processor-time-budget.ts";
import { chargeProcessorTime, forEachInTimeSlices, runInTimeSlices } from "#server/processor-time/time-slices.ts";
import { listProfiles, type ProfileListContext } from "#server/versions/list-profiles.ts";
import { datedLayers, toAttentionCounts, toDateCounts } from "./attention-counts.ts";

/** Maximum of clusters listed per garden; a link leads to the others. */
const mostFound = 5;

interface Counting extends ProfileListContext {
  readonly directory: Pick<ProjectDirectory, "all" | "nameOf">;
  readonly fleet: Pick<Fleet, "store" | "requireRead" | "notLive" | "caveats" | "freshness">;
  readonly now: () => number;
}

type FiguresCall = Pick<RouteCall<Counting, Session, undefined>, "app" | "session" | "request" | "signal">;

/** Limits concurrent counts: each iterates over all clusters a user sees, and pages request all gardens at once. */
const atOnce = new ConcurrencyLimit(2);

/** Counts for the page of all gardens, with the cluster list's filters. Answers 503, not 0, until Shoots are read. */
export async function serveGardenCounts(call: FiguresCall): Promise<Response> {
  const { app, session, signal } = call;
  const scope = await app.scopes.scopeOf(session.token);
  app.fleet.requireRead();
  // Waits for the user's own processor time budget first, so that the user does not block others while waiting.
  await currentProcessorTimeBudget()?.requireLeft();
  const figures = await atOnce.run(() => figuresOf(call, scope), signal);
  return chargeProcessorTime(() => createVisibleJsonResponse(gardenCountsSchema.parse(figures)));
}

async function figuresOf({ app, session, request }: FiguresCall, scope: UserScope): Promise<GardenCounts> {
  const search = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, maxSearchLength);
  const now = app.now();
  const context = createFleetContext(now);
  const all = app.fleet.store.rows(scope);
  const select = (figure: GardenCountName) => selectRows(all, queryOfGardenCount(figure, search), context);
  const rows = await select("clusters");
  const query = queryOfGardenSearch(search);
  const own = ownProjectNamesOf(scope.shown, scope.identity.name);
  const forced = (await select("forced")).length;
  const unforeseen = (await select("unforeseen")).length;
  const groups = await attentionGroupsOf(rows, { now, own });
  const unused = selectUnusedProjects(app.directory, scope, query);
  const attention = chargeProcessorTime(() => {
    return toAttentionCounts(attentionCauses(groups, unused, { now, own }), query, now);
  });
  const { overdue, weeks } = chargeProcessorTime(() => upcomingWeeksOf(rows, { now, ends: undefined }));
  const { profiles } = await listProfiles(app, session.token);
  return {
    clusters: rows.length,
    attention,
    forced,
    unforeseen,
    overdue,
    weeks: weeks.map(({ fromAt, time, forced: ofWeek, stuck }) => ({ fromAt, time, forced: ofWeek + stuck })),
    dates: await datesOf(rows, { profiles, query, now, untilAt: (weeks.at(-1)?.fromAt ?? now) + 7 * dayMs }),
    found: search === "" ? [] : firstByName(rows),
    notLive: [...app.fleet.notLive()],
    caveats: [...app.fleet.caveats()],
  };
}

type CountReader = Parameters<typeof createAttentionCollector>[0];

/** Groups of clusters that need attention, computed in time slices. Also caches the version keys of each row. */
async function attentionGroupsOf(rows: readonly FleetRow[], onlooker: CountReader): Promise<readonly AttentionGroup[]> {
  const attention = createAttentionCollector(onlooker);
  await forEachInTimeSlices(rows, (row) => {
    attention.add(row);
    versionKeysOf(row);
  });
  return attention.result();
}

interface Dating {
  readonly profiles: CalendarInput["profiles"];
  readonly query: FleetQuery;
  readonly now: number;
  /** End of the last week that is counted, in epoch milliseconds. */
  readonly untilAt: number;
}

/** Calendar dates from the start of the current day. */
async function datesOf(
  rows: readonly FleetRow[],
  { profiles, query, now, untilAt }: Dating,
): Promise<GardenCounts["dates"]> {
  const range = { from: Math.floor(now / dayMs) * dayMs, to: untilAt };
  const input = { rows, profiles, layers: datedLayers, unused: false, now, range };
  return toDateCounts(await runInTimeSlices(calendarEventsTask(input)), query);
}

function firstByName(rows: readonly { readonly project: string; readonly name: string }[]): GardenCounts["found"] {
  return rows
    .map(({ project, name }) => ({ project, name }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.project, b.project))
    .slice(0, mostFound);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
