import { PHASE_PRODUCTION_SERVER } from "next/constants.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import configOf from "#next.config.js";
import { appPages } from "#server/start/app-files.ts";
import { recordingTransport } from "#server/testing/recording-transport.ts";
import { paramsFor, routeHandlers, urlOfServedPath } from "#server/testing/route-handlers.ts";
import { offeredMethods as offered, type RouteEntry, routeInventory } from "#server/testing/route-inventory.ts";
import {
  createSessionCookie,
  createTransportGarden,
  pageRequest,
  problemIn,
  type RouteTestBed,
  startRouteTestBed,
} from "#server/testing/route-test-bed.ts";
import { createFakeClock } from "#server/watch/testing/fake-clock.ts";
import { type Method, methods } from "./route-rule.ts";

// Long timeout, as loading a route for the first time is slow on a busy machine. Tests of speed have their own limits.
const transport = recordingTransport();
let world: RouteTestBed;
let sessions = 0;

beforeAll(async () => {
  // The clock stands still, so that an exhausted rate limit stays exhausted.
  world = await startRouteTestBed({
    isLimited: true,
    found: createTransportGarden(transport),
    clock: createFakeClock(),
  });
});
afterEach(() => {
  transport.requests.length = 0;
});
afterAll(() => world.stop());

interface Calling {
  readonly cookie?: string;
}

/** Calls a route like Almanac's own pages do, with a body that no schema accepts. */
async function call({ path }: RouteEntry, method: Method, { cookie }: Calling = {}): Promise<Response> {
  const route = (await routeHandlers(path)).get(method);
  if (route === undefined) throw new Error(`${path} exports no ${method}`);
  const asking = {
    method,
    ...(method === "GET" || method === "HEAD" ? {} : { body: "{}" }),
    ...(cookie === undefined ? {} : { cookie }),
  };
  return route(pageRequest(urlOfServedPath(path), asking), { params: Promise.resolve(paramsFor(path)) });
}

async function reasonIn(response: Response): Promise<string> {
  const isProblem = response.headers.get("content-type") === "application/problem+json";
  return isProblem ? (await problemIn(response)).reason : "none";
}

async function someone(): Promise<{ readonly id: string; readonly cookie: string }> {
  sessions += 1;
  const id = `inventory-${sessions}`;
  return { id, cookie: await createSessionCookie(world.app, { id, user: { name: id, groups: [] } }) };
}

describe("S30: the route inventory", () => {
  test("every route offers something, and says all of it itself", () => {
    expect(routeInventory.filter(({ methods: rules }) => Object.keys(rules).length === 0)).toEqual([]);
    expect(offered.length).toBeGreaterThan(routeInventory.length);
  });

  test("these pages alone are for anyone", () => {
    const open = appPages().filter(({ access }) => access === "anyone");
    expect(open.map(({ path }) => path)).toEqual(["/gardens", "/login", "/login/callback", "/signed-in"]);
  });

  test.each(offered)("%s %s asks who is calling, as its rule says", async (_path, method, rule, entry) => {
    const response = await call(entry, method);
    if (rule.access.kind === "signed-in") {
      expect(await problemIn(response)).toMatchObject({ status: 401, reason: "not-signed-in" });
      expect(transport.requests).toEqual([]);
    } else {
      expect(response.status).not.toBe(401);
    }
  });

  test.each(offered)("%s %s spends the budget that its rule names", async (_path, method, rule, entry) => {
    const { id, cookie } = await someone();
    while (world.app.limits.take(rule.limit, world.app.personOf(id)) === 0);
    const response = await call(entry, method, { cookie });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test.each(routeInventory.map((entry) => [entry.path, entry] as const))(
    "%s refuses every method that it has no rule for",
    async (_path, entry) => {
      // Each route by a person of their own: all of them together exceed the limit of one address.
      const { cookie } = await someone();
      const isImplied = (method: Method) => method === "HEAD" && "GET" in entry.methods && entry.kind !== "stream";
      for (const method of methods) {
        if (entry.methods[method] !== undefined || isImplied(method)) continue;
        expect([method, (await call(entry, method, { cookie })).status]).toEqual([method, 405]);
      }
    },
  );

  test.each(offered.filter(([, , { effect }]) => effect !== "read"))(
    "S21: %s %s leaves exactly one audit line when it acts, also when it fails",
    async (_path, method, rule, entry) => {
      const { id, cookie } = await someone();
      const before = world.log.length;
      await call(entry, method, { cookie });
      const lines = world.log.slice(before).filter((line) => line.includes('"audit":'));
      expect(lines).toHaveLength(rule.effect === "preview" ? 0 : 1);
      for (const line of lines) {
        expect(JSON.parse(line)).toMatchObject({
          audit: "audit" in rule ? rule.audit : undefined,
          session: id,
          user: id,
          result: expect.any(String),
        });
      }
    },
  );

  test.each(offered)(
    "%s %s in read-only mode is refused exactly when it writes",
    async (_path, method, rule, entry) => {
      const readOnly = await startRouteTestBed({ found: createTransportGarden(transport), env: { READ_ONLY: "true" } });
      transport.requests.length = 0;
      try {
        const own = await createSessionCookie(readOnly.app, {});
        const response = await call(entry, method, { cookie: own });
        expect(await reasonIn(response)).toEqual(
          rule.effect === "write" ? "read-only" : expect.not.stringMatching("read-only"),
        );
      } finally {
        await readOnly.stop();
      }
    },
  );

  test("S22: what is taken of a body to be passed on is as much as the route takes that takes most", () => {
    const largest = Math.max(...offered.map(([, , { body }]) => body.mostBytes));
    expect(configOf(PHASE_PRODUCTION_SERVER).experimental?.proxyClientMaxBodySize).toBe(largest);
  });

  test("GET has no other effect than to read", () => {
    const acting = offered.filter(([, method, { effect }]) => method === "GET" && effect !== "read");
    expect(acting).toEqual([]);
  });

  test("whatever is not GET does more than read, but for what answers that there is no such route", () => {
    const reading = offered.filter(([, method, { effect }]) => method !== "GET" && effect === "read");
    expect(new Set(reading.map(([path]) => path))).toEqual(new Set(["/api/[[...path]]"]));
  });
});
