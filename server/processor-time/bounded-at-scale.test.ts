import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { noticeLimits } from "#lib/contract/notices.ts";
import { accountsSchema } from "#lib/contract/project/accounts.ts";
import { casesToTry } from "#lib/testing/case-count.fixture.ts";
import { WatchRuleEvaluator } from "#server/notices/watch-rule-evaluator.ts";
import { createStaticGarden } from "#server/testing/create-static-garden.ts";
import { fullScope } from "#server/testing/full-scope.ts";
import { loopWorkDuring } from "#server/testing/loop-work.ts";
import { type RouteTestBed, startRouteTestBed } from "#server/testing/route-test-bed.ts";
import { createStaticCollections } from "#server/testing/worst/flat-landscape.ts";
import { manyAccounts } from "#server/testing/worst/many-accounts.ts";
import { manyClusters } from "#server/testing/worst/many-clusters.ts";
import { RequestWorkMeasurement } from "#server/testing/worst/request-work-measurement.ts";
import { measureShortestRun } from "#server/testing/worst/slowness.ts";
import { worstCaseRuleDocument } from "#server/testing/worst/worst-case-documents.ts";
import type { WorstRequest } from "#server/testing/worst/worst-profile-requests.ts";
import { worstRequests } from "#server/testing/worst/worst-requests.ts";
import { systemClock } from "#server/watch/clock.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const clusters = 10_000;
const accounts = 3_000;
const mostInOnePieceMs = 100;
const mostOfPageMs = 1_000;
const mostOfExportMs = 5_000;
const now = new Date();

let world: RouteTestBed;
let scale: RequestWorkMeasurement;

beforeAll(async () => {
  const books = [worstCaseRuleDocument("ada", noticeLimits.values / noticeLimits.rules)];
  const garden = createStaticGarden(
    createStaticCollections(now, [...manyClusters(now, clusters), ...manyAccounts(now, accounts), ...books]),
  );
  world = await startRouteTestBed({ found: garden, env: { ALMANAC_NAMESPACE: "almanac" } });
  await vi.waitUntil(() => world.app.isReady() && world.app.fleet.isSettled(), 240_000);
  scale = new RequestWorkMeasurement(world, garden);
});
afterAll(() => world.stop());

interface Piece {
  readonly longestMs: number;
  readonly totalMs: number;
}

function leastWork(work: () => Promise<unknown>, most: Piece): Promise<Piece> {
  return measureShortestRun(() => loopWorkDuring(async () => void (await work())), {
    keeps: ({ longestMs, totalMs }) => longestMs <= most.longestMs && totalMs <= most.totalMs,
    divided: ({ longestMs, totalMs }, by) => ({ longestMs: longestMs / by, totalMs: totalMs / by }),
  });
}

function expectBounded({ longestMs, totalMs }: Piece, mostTotalMs: number): void {
  expect(Math.round(longestMs), "in one piece").toBeLessThanOrEqual(mostInOnePieceMs);
  expect(Math.round(totalMs), "in all").toBeLessThanOrEqual(mostTotalMs);
}

const unusedProjects = Array.from({ length: clusters }, (_, index) => ({
  metadata: { name: `unused-${index}`, uid: `unused-${index}` },
  spec: { namespace: `garden-unused-${index}` },
  status: { staleSinceTimestamp: "2026-01-01T00:00:00Z", staleAutoDeleteTimestamp: "2026-03-01T00:00:00Z" },
}));

const exported = new Set([
  "GET /api/calendar",
  "GET /api/feeds/[feed]",
  "GET /api/forecast",
  "POST /api/versions/whatif",
]);
/** Requests whose work grows with the number of clusters that the user sees. */
const ofAll = [
  ...exported,
  ...[
    "GET /api/fleet",
    "GET /api/figures",
    "GET /api/since",
    "POST /api/since",
    "GET /api/versions",
    "GET /api/stream",
  ],
  ...["GET /api/new-cluster", "POST /api/new-cluster/preview", "GET /api/seeds"],
  ...["GET /api/projects/[project]/accounts", "GET /api/projects/[project]/quotas"],
  "GET /api/projects/[project]/key-rotation/[namespace]/[secret]",
  ...["GET /api/notices", "GET /api/views", "GET /api/feeds", "GET /api/settings"],
];
const cases = ofAll.flatMap((route) =>
  (worstRequests.get(route) ?? []).map((worst) => [route, worst.name, worst] as const),
);

describe(`over ${clusters} clusters`, () => {
  test("the fleet is as large as is said", () => {
    expect(world.app.fleet.store.size).toBe(clusters);
  });

  test.each(casesToTry(cases, 12))(
    "%s, %s: others are served in between, and it ends soon",
    async (route, _name, worst) => {
      const most = exported.has(route) ? mostOfExportMs : mostOfPageMs;
      const ask = async (given: WorstRequest) => {
        const response = await (await scale.prepared(route, given))();
        if (route.endsWith("/stream")) await response.body?.cancel();
        else await response.arrayBuffer();
        expect([400, 413, 415, 429, 500]).not.toContain(response.status);
      };
      await ask(worst);
      expectBounded(await leastWork(() => ask(worst), { longestMs: mostInOnePieceMs, totalMs: most }), most);
    },
  );

  test(`of ${accounts} accounts with one key, everything is counted, the first are listed, and its clusters once`, async () => {
    const response = await (await scale.prepared("GET /api/projects/[project]/accounts", { name: "plain" }))();
    const body = await response.text();
    const { accounts: listed, uses, totals, dns } = accountsSchema.parse(JSON.parse(body));
    expect([listed.length, dns?.length]).toEqual([500, 500]);
    expect(totals.accounts.total).toBeGreaterThanOrEqual(accounts);
    expect(totals.dns.total).toBeGreaterThanOrEqual(accounts);
    const shared = uses[listed.find(({ name }) => name === "binding-0")?.uses ?? -1];
    expect(shared?.clusters.length).toBe(50);
    expect(shared?.clusterCount).toBeGreaterThan(500);
    expect(new Set(listed.filter(({ name }) => name.startsWith("binding-")).map((each) => each.uses)).size).toBe(1);
    expect(listed.find(({ name }) => name === "binding-0")?.otherBindings).toBeGreaterThanOrEqual(accounts - 1);
    expect(body.length).toBeLessThan(1_000_000);
  });

  test("a book of rules that ask for all that one person may is checked within a second", async () => {
    const { fleet, ownKeeping: keeping, log } = world.app;
    const directory = { all: () => unusedProjects };
    if (keeping === undefined) throw new Error("nothing can be kept");
    const scopeOf = async () => fullScope;
    const announcements = {
      read: async () => (await world.app.announcements.read()).announcements,
      clusterOf: ({ seed, provider }: FleetRow) => ({ seed, provider, profiles: [] }),
    };
    const started = () =>
      new WatchRuleEvaluator({
        ...{ fleet, directory, keeping, scopeOf, log, announcements },
        charged: (_, check) => check(),
        clock: systemClock,
      });
    const most = { longestMs: mostInOnePieceMs, totalMs: mostOfPageMs };
    expectBounded(await leastWork(() => started().check(), most), mostOfPageMs);
    const watch = started();
    await watch.check();
    expect(watch.figures).toMatchObject({ watched: 1 });
    // Nothing has changed since the last request.
    expectBounded(await leastWork(() => watch.check(), { longestMs: 20, totalMs: 20 }), 50);
  });
});
