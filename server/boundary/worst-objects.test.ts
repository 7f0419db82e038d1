import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { casesToTry } from "#lib/testing/case-count.fixture.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { createStaticGarden } from "#server/testing/create-static-garden.ts";
import { threadCpuMs } from "#server/testing/loop-work.ts";
import { type RouteTestBed, startRouteTestBed } from "#server/testing/route-test-bed.ts";
import { createStaticCollections } from "#server/testing/worst/flat-landscape.ts";
import { RequestWorkMeasurement } from "#server/testing/worst/request-work-measurement.ts";
import { measureShortestRun } from "#server/testing/worst/slowness.ts";
import { worstClusters, worstObjects, worstProfile } from "#server/testing/worst/worst-objects.ts";
import type { WorstRequest } from "#server/testing/worst/worst-profile-requests.ts";

const now = new Date();
let world: RouteTestBed;
let scale: RequestWorkMeasurement;

beforeAll(async () => {
  const garden = createStaticGarden(createStaticCollections(now, worstObjects(now)));
  world = await startRouteTestBed({ found: garden, env: { ALMANAC_NAMESPACE: "almanac" } });
  await vi.waitUntil(() => world.app.isReady(), eventuallyTimeoutMs);
  scale = new RequestWorkMeasurement(world, garden);
});
afterAll(() => world.stop());

/**
 * Maximum duration of a preview. Most of it is for parsing and comparing an object of the maximum size in etcd. If the
 * profile has thousands of versions, each of them is checked.
 */
const mostMs = 150;
const mostMsUnderWorstProfile = 250;
const [plainCluster] = worstClusters;
const limitOf = (name: string) => (name === plainCluster ? mostMs : mostMsUnderWorstProfile);

const path = "/api/clusters/[project]/[name]";
const change = (patch: object): WorstRequest => ({
  name: "",
  body: { act: { kind: "change", about: "manifest", patch } },
});
const operation = (id: string, more: object = {}): WorstRequest => ({
  name: "",
  body: { act: { kind: "operation", id, when: "now", ...more } },
});

const asked: readonly (readonly [string, string, WorstRequest])[] = [
  ...["", "/forecast", "/yaml", "/activity", "/checklist", "/seeds", "/move", "/cloud-credentials"].map(
    (part) => [`GET ${path}${part}`, "", { name: "" }] as const,
  ),
  [`POST ${path}/preview`, "a label", change({ metadata: { labels: { a: "b" } } })],
  [`POST ${path}/preview`, "a version", change({ spec: { kubernetes: { version: "1.31.3" } } })],
  [
    `POST ${path}/preview`,
    "a window",
    change({ spec: { maintenance: { timeWindow: { begin: "210000+0100", end: "220000+0100" } } } }),
  ],
  [`POST ${path}/preview`, "hibernation", change({ spec: { hibernation: { enabled: true } } })],
  [`POST ${path}/preview`, "all nodes rolled", operation("rollout-workers", { pools: ["*"] })],
  [`POST ${path}/preview`, "maintenance", operation("maintain")],
  [`POST ${path}/preview`, "a rotation", operation("rotate-ca-start")],
  [`POST ${path}/preview`, "deletion", { name: "", body: { act: { kind: "delete" } } }],
];

const objectCases = worstClusters.flatMap((name) =>
  asked.map(([route, what, worst]) => [name, route, what, worst] as const),
);

describe("S25: the worst that a garden may store is little work", () => {
  test.each(casesToTry(objectCases, 18))("%s: %s %s", async (name, route, _what, worst) => {
    const { status, workMs } = await scale.judge(route, worst, limitOf(name), { project: "payments", name });
    expect(status).toBe(200);
    expect(workMs).toBeLessThanOrEqual(limitOf(name));
  });

  test.each(worstClusters)("%s: its row", async (name) => {
    const shoot = world.app.sources.shoots
      .flatMap((mirror) => mirror.all())
      .find(({ metadata }) => metadata.name === name);
    if (shoot === undefined) throw new Error(`the fleet has no ${name}`);
    let generation = 1;
    const measure = async () => {
      generation += 1;
      const changed: Shoot = { ...shoot, metadata: { ...shoot.metadata, generation } };
      const beganAt = threadCpuMs();
      world.app.fleet.rowOf(changed);
      return threadCpuMs() - beganAt;
    };
    const keeps = (workMs: number) => workMs <= mostMs;
    expect(await measureShortestRun(measure, { keeps, divided: (workMs, by) => workMs / by })).toBeLessThanOrEqual(
      mostMs,
    );
  });

  test.each(["/api/calendar", "/api/feeds/[feed]", "/api/forecast", "/api/versions", "/api/fleet"])(
    "GET %s",
    async (list) => {
      const { status, workMs } = await scale.judge(`GET ${list}`, { name: "" }, mostMsUnderWorstProfile);
      expect(status).toBe(200);
      expect(workMs).toBeLessThanOrEqual(mostMsUnderWorstProfile);
    },
  );

  test("a change of a profile with more versions than are tried is refused in words", async () => {
    const body = { profile: worstProfile, spec: { machineTypes: [] } };
    const call = await scale.prepared("POST /api/versions/whatif", { name: "", body });
    expect(await (await call()).json()).toMatchObject({ status: 400, detail: expect.stringContaining("at most") });
  });
});
