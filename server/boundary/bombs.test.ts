import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { loopWorkDuring } from "#server/testing/loop-work.ts";
import { recordingTransport } from "#server/testing/recording-transport.ts";
import { paramsFor, routeHandlers, urlOfServedPath } from "#server/testing/route-handlers.ts";
import { offeredMethods } from "#server/testing/route-inventory.ts";
import {
  createSessionCookie,
  createTransportGarden,
  pageRequest,
  type RouteTestBed,
  startRouteTestBed,
} from "#server/testing/route-test-bed.ts";
import type { Method } from "./route-rule.ts";

// Long timeout, as loading a route for the first time is slow on a busy machine. Tests of speed have their own limits.
const transport = recordingTransport();
let world: RouteTestBed;
let sessions = 0;

beforeAll(async () => {
  world = await startRouteTestBed({ found: createTransportGarden(transport) });
});
afterEach(() => {
  transport.requests.length = 0;
});
afterAll(() => world.stop());

/** All methods of all routes that accept a request body. */
const taking = offeredMethods.flatMap(([path, method]) =>
  method === "GET" || method === "HEAD" || path.includes("[[") ? [] : [[path, method] as const],
);

interface Sending {
  readonly body?: string;
  readonly query?: string;
  readonly cookie?: string;
}

async function prepared(path: string, method: Method, more: Sending): Promise<() => Promise<Response>> {
  const route = (await routeHandlers(path)).get(method);
  if (route === undefined) throw new Error(`${path} has no ${method}`);
  sessions += 1;
  const cookie = [more.cookie, await createSessionCookie(world.app, { id: `bomb-${sessions}` })]
    .filter(Boolean)
    .join("; ");
  const request = pageRequest(`${urlOfServedPath(path)}${more.query ?? ""}`, {
    method,
    cookie,
    ...(more.body === undefined ? {} : { body: more.body }),
  });
  return () => route(request, { params: Promise.resolve(paramsFor(path)) });
}

async function send(path: string, method: Method, more: Sending): Promise<Response> {
  const call = await prepared(path, method, more);
  return call();
}

const polluting = [
  '{"__proto__":{"polluted":1}}',
  '{"__proto__.polluted":1}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"a":{"__proto__":{"polluted":1}}}',
  '{"act":{"kind":"change","about":"manifest","patch":{"spec":{"__proto__":{"polluted":1}}}}}',
  '[{"op":"add","path":"/__proto__/polluted","value":1}]',
  '[{"op":"add","path":"/constructor/prototype/polluted","value":1}]',
  "__proto__:\n  polluted: 1",
];

describe("S23: nothing pollutes the prototypes", () => {
  test.each(taking)("%s %s, whatever the body", async (path, method) => {
    for (const body of polluting) await send(path, method, { body });
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test("nor a query, a cookie or a name", async () => {
    const queries = ["?__proto__[polluted]=1", "?__proto__.polluted=1", "?constructor[prototype][polluted]=1"];
    for (const query of queries) await send("/api/fleet", "GET", { query });
    await send("/api/fleet", "GET", { cookie: "__proto__=polluted; constructor=polluted" });
    const route = (await routeHandlers("/api/clusters/[project]/[name]")).get("GET");
    const params = Promise.resolve({ project: "__proto__", name: "constructor" });
    await route?.(pageRequest("/api/clusters/x/y", { cookie: await createSessionCookie(world.app) }), { params });
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

const deep = 100_000;
const bombs: readonly (readonly [string, string])[] = [
  ["100,000 levels of lists", "[".repeat(deep)],
  ["100,000 levels of objects", `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}`],
  ["20 MB", `{"text":"${"a".repeat(20_000_000)}"}`],
  ["10,001 patch operations", `[${Array.from({ length: 10_001 }, () => '{"op":"add","path":"/a","value":1}').join()}]`],
  [
    "aliases within aliases",
    "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\nd: [*c,*c,*c]",
  ],
  ["numbers without end", `{"n":${"9".repeat(60_000)}}`],
];

describe("S24: a bomb does not go off", () => {
  test.each(taking.flatMap(([path, method]) => bombs.map(([name, body]) => [path, method, name, body] as const)))(
    "%s %s takes no %s",
    async (path, method, _name, body) => {
      const response = await send(path, method, { body });
      // Sign-out and DELETE requests ignore their body; without a credential of its own Almanac signs nobody out everywhere.
      const refusals = path === "/api/session/everywhere" ? [403] : [400, 401, 405, 413, 415, 422];
      expect([204, ...refusals]).toContain(response.status);
      const sent = transport.requests.filter(({ method: verb, path: to }) => verb !== "GET" && !to.includes("reviews"));
      expect(sent).toEqual([]);
    },
  );

  test("S24: none keeps the event loop from others: below 100 ms of work in one go, and below 50 ms on average", async () => {
    for (const [path, method] of taking) await send(path, method, { body: "{}" }); // loads the routes
    const requests: (() => Promise<Response>)[] = [];
    for (const [path, method] of taking) {
      for (const [, body] of bombs) requests.push(await prepared(path, method, { body }));
    }
    const { longestMs, totalMs } = await loopWorkDuring(async () => {
      for (const request of requests) await request();
    });
    expect(longestMs).toBeLessThan(100);
    expect(totalMs / requests.length).toBeLessThan(50);
  });

  test("of a body without end no more is read than is allowed", async () => {
    const chunk = new TextEncoder().encode("a".repeat(16_384));
    let chunks = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunks += 1;
        controller.enqueue(chunk);
      },
    });
    const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin", "x-almanac": "1" };
    const options = { method: "POST", headers, body, duplex: "half" };
    const request = new Request("http://127.0.0.1:3000/api/session", options);
    const response = await (await routeHandlers("/api/session")).get("POST")?.(request);
    expect(response?.status).toBe(413);
    expect(chunks * chunk.byteLength).toBeLessThan(64 * 1024 + 4 * chunk.byteLength);
  });

  test("aliases within aliases are refused by the YAML reader itself", () => {
    const lines = ["a: &a [x,x,x,x,x,x,x,x,x,x]"];
    for (let level = 1; level < 9; level += 1) {
      const [name, before] = ["abcdefghi"[level], "abcdefghi"[level - 1]];
      lines.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join()}]`);
    }
    expect(() => parse(lines.join("\n"))).toThrow(/alias/i);
  });
});
