import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { createStaticGarden } from "#server/testing/create-static-garden.ts";
import { offeredMethods } from "#server/testing/route-inventory.ts";
import { problemIn, type RouteTestBed, startRouteTestBed } from "#server/testing/route-test-bed.ts";
import { createStaticCollections } from "#server/testing/worst/flat-landscape.ts";
import { RequestWorkMeasurement } from "#server/testing/worst/request-work-measurement.ts";
import { excessiveRequests, worstRequests } from "#server/testing/worst/worst-requests.ts";

const mostMs = 100;
const mostBytes = 1_000_000;

let world: RouteTestBed;
let scale: RequestWorkMeasurement;

beforeAll(async () => {
  const garden = createStaticGarden(createStaticCollections(new Date()));
  world = await startRouteTestBed({ found: garden, env: { ALMANAC_NAMESPACE: "almanac" } });
  await vi.waitUntil(() => world.app.isReady(), eventuallyTimeoutMs);
  scale = new RequestWorkMeasurement(world, garden);
});
afterAll(() => world.stop());

const cases = [...worstRequests].flatMap(([route, requests]) =>
  requests.map((worst) => [route, worst.name, worst] as const),
);

describe("S24: what a route accepts is little work", () => {
  test("for every method of every route the most that it accepts is known", () => {
    expect([...worstRequests.keys()].sort()).toEqual(
      offeredMethods.map(([path, method]) => `${method} ${path}`).sort(),
    );
  });

  test("whatever takes a body, or reads its query, is given one", () => {
    const taking = offeredMethods.filter(([path, method, { effect }]) => {
      return (method === "POST" || effect === "preview") && !path.includes("[[");
    });
    const without = taking.filter(([path, method]) => {
      return worstRequests.get(`${method} ${path}`)?.some(({ body }) => body === undefined) !== false;
    });
    expect(without).toEqual([]);
  });

  test.each(cases)(`%s, %s: at most ${mostMs} ms of work and ${mostBytes} bytes`, async (route, _name, worst) => {
    const { status, bytes, workMs } = await scale.judge(route, worst, mostMs);
    // The request is accepted, or refused for another reason than its size.
    expect([400, 413, 415, 429, 500]).not.toContain(status);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
    expect(workMs).toBeLessThanOrEqual(mostMs);
  });

  test.each(excessiveRequests.map((worst) => [worst.route, worst.name, worst] as const))(
    "%s, %s: is refused with the limit in words, for little work",
    async (route, _name, worst) => {
      const call = await scale.prepared(route, worst);
      const problem = await problemIn(await call());
      expect([400, 413, 422]).toContain(problem.status);
      expect(JSON.stringify(problem)).toContain(`at most ${worst.limit}`);
      expect((await scale.judge(route, worst, mostMs)).workMs).toBeLessThanOrEqual(mostMs);
    },
  );
});
