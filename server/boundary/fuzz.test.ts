import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#lib/testing/eventually.ts";
import type { Transport } from "#server/garden/transport.ts";
import { languageScriptAddress } from "#server/language/language-script.ts";
import { emptyWatch } from "#server/testing/faulty-transport.ts";
import { hostileBodies, hostileStrings } from "#server/testing/fuzz/hostile-strings.ts";
import { loopWorkDuring } from "#server/testing/loop-work.ts";
import { recordingTransport } from "#server/testing/recording-transport.ts";
import { paramsFor, routeHandlers, urlOfServedPath } from "#server/testing/route-handlers.ts";
import { offeredMethods, routeInventory } from "#server/testing/route-inventory.ts";
import {
  createSessionCookie,
  createTransportGarden,
  type RouteTestBed,
  startRouteTestBed,
} from "#server/testing/route-test-bed.ts";
import { measureShortestRun } from "#server/testing/worst/slowness.ts";
import { methods } from "./route-rule.ts";

/** Number of requests; a run of fifty thousand, as after a change of input validation, is requested explicitly. */
const wanted = Number(process.env.FUZZ_REQUESTS ?? 3_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

/** A fake garden without objects that allows everything, so that all requests that Almanac lets through arrive. */
const transport = recordingTransport(({ path }) => {
  const status = { allowed: true, userInfo: { username: "ada", groups: [] } };
  if (path.includes("reviews")) return { status: 201, body: { kind: "Review", status } };
  return { status: 404, body: { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 } };
});
/** Answers Almanac's own watches without any event or end. */
const garden: Transport = {
  close: () => transport.close(),
  async send(request) {
    if (!request.url.searchParams.has("watch")) return transport.send(request);
    const body = emptyWatch(new Promise(() => undefined));
    return { status: 200, headers: { "content-type": "application/json" }, body };
  },
};
let world: RouteTestBed;

beforeAll(async () => {
  world = await startRouteTestBed({ found: createTransportGarden(garden, [], "own"), env: { LOG_LEVEL: "silent" } });
  await eventually(() => expect(world.app.isReady()).toBe(true));
  // Messages of a language are compiled once for all requests, in small steps.
  await languageScriptAddress("de");
  transport.requests.length = 0;
});
afterAll(() => world.stop());

const name = "[a-z0-9]([a-z0-9.-]*[a-z0-9])?";
const objects = "shoots|projects|cloudprofiles|namespacedcloudprofiles|seeds|configmaps|secrets";
/** All requests that Almanac may send to a garden: collections, objects by valid names, reviews, named subresources. */
const allowed = [
  new RegExp(
    `^GET /apis/core\\.gardener\\.cloud/v1beta1/(namespaces/${name}/)?(${objects})(/${name})?(\\?[\\w=&%.-]*)?$`,
  ),
  new RegExp(
    `^(PATCH|PUT|POST|DELETE) /apis/core\\.gardener\\.cloud/v1beta1/namespaces/${name}/shoots(/${name})?(\\?[\\w=&.-]*)?$`,
  ),
  new RegExp(
    `^(GET|POST|PATCH|PUT|DELETE) /api/v1/namespaces/${name}/(configmaps|secrets)(/${name})?(\\?[\\w=&%.-]*)?$`,
  ),
  // Which Seeds are clusters.
  new RegExp(
    `^GET /apis/seedmanagement\\.gardener\\.cloud/v1alpha1/namespaces/garden/managedseeds(\\?limit=500|/${name})$`,
  ),
  // Shared views, freeze periods and staged runs of all projects, in one request each.
  /^GET \/api\/v1\/configmaps\?limit=50&fieldSelector=metadata\.name%3Dalmanac-(views|freezes|runs)$/,
  // The garden's OpenAPI documents; the manifest editor reads the schema of Shoots.
  /^GET \/openapi\/v3(\/apis\/core\.gardener\.cloud\/v1beta1)?(\?hash=[\w%-]+)?$/,
  /^POST \/apis\/auth(entication|orization)\.k8s\.io\/v1\/selfsubject(access|rules)?reviews\?fieldManager=almanac$/,
];

/** Headers that Almanac sends to the garden, whatever headers the client sends. */
const allowedHeaders = ["accept", "authorization", "content-type", "traceparent", "user-agent"];

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileStrings) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 5, arbitrary: fc.constantFrom("payments", "ledger-eu", "garden") },
);
const offered = offeredMethods.map(([, method, , entry]) => ({ entry, method }));
const calls = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...offered) },
  {
    weight: 1,
    arbitrary: fc.record({ entry: fc.constantFrom(...routeInventory), method: fc.constantFrom(...methods) }),
  },
);
const requests = fc.record({
  call: calls,
  segments: fc.array(text, { minLength: 4, maxLength: 4 }),
  query: fc.array(fc.tuple(text, text), { maxLength: 3 }),
  headers: fc.array(
    fc.tuple(
      fc.constantFrom(
        "last-event-id",
        "if-none-match",
        "accept",
        "authorization",
        "impersonate-user",
        "x-forwarded-for",
      ),
      text,
    ),
    { maxLength: 3 },
  ),
  body: fc.oneof(fc.constantFrom(...hostileBodies), fc.json()),
  cookie: fc.constantFrom("valid", "valid", "none", "tampered", "noise"),
});

type FuzzRequest = typeof requests extends fc.Arbitrary<infer Value> ? Value : never;

async function send(given: FuzzRequest, cookie: string): Promise<Response | undefined> {
  const { entry, method } = given.call;
  const route = (await routeHandlersOf(entry.path)).get(method);
  const params = Object.fromEntries(
    Object.keys(paramsFor(entry.path)).map((key, index) => [key, given.segments[index] ?? ""]),
  );
  const url = new URL(urlOfServedPath(entry.path), "http://127.0.0.1:3000");
  for (const [key, value] of given.query) url.searchParams.append(key, value);
  const headers = new Headers({
    "sec-fetch-site": "same-origin",
    "x-almanac": "1",
    "content-type": "application/json",
  });
  for (const [key, value] of given.headers) if (isHeaderValue(value)) headers.set(key, value);
  const cookies = { valid: cookie, none: undefined, tampered: cookie.replace(/.{4}$/, "AAAA"), noise: "a=b; =; ;;" };
  const sent = cookies[given.cookie];
  if (sent !== undefined) headers.set("cookie", sent);
  const body = method === "GET" || method === "HEAD" ? null : given.body;
  const leaving = new AbortController();
  const request = new Request(url, { method, headers, body, signal: leaving.signal });
  const response = await route?.(request, { params: Promise.resolve(params) });
  leaving.abort();
  return response;
}

const mostInOnePieceMs = 100;

/** Sends a request and waits until the event loop turn with its response has ended. */
async function sendMeasured(given: FuzzRequest, cookie: string) {
  let response: Response | undefined;
  const { longestMs } = await loopWorkDuring(async () => {
    response = await send(given, cookie);
    await setImmediate();
  });
  return { response, longestMs };
}

const known = new Map<string, ReturnType<typeof routeHandlers>>();
function routeHandlersOf(path: string): ReturnType<typeof routeHandlers> {
  const handlers = known.get(path) ?? routeHandlers(path);
  known.set(path, handlers);
  return handlers;
}

/** Requests that the fetch API accepts. */
function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(value);
}

test(`S08, S09, S10, S24: ${wanted} hostile requests: no 5xx, no crash, nothing to the garden that is not on the list`, {
  timeout: 60_000 + wanted * 20,
}, async () => {
  const faults: string[] = [];
  let cookie = "";
  let sent = 0;
  let reached = 0;
  const samples = fc.sample(requests, { numRuns: wanted, seed });
  for (const { path } of routeInventory) await routeHandlersOf(path); // loading them is no answer to anybody
  const tooLong: FuzzRequest[] = [];
  for (const given of samples) {
    if (sent % 40 === 0) cookie = await createSessionCookie(world.app, { id: `fuzz-${sent}`, token: `token-${sent}` });
    sent += 1;
    const { response, longestMs } = await sendMeasured(given, cookie);
    if (longestMs > mostInOnePieceMs) tooLong.push(given);
    if (response !== undefined && response.status >= 500)
      faults.push(`${given.call.method} ${given.call.entry.path} ${response.status} ${JSON.stringify(given)}`);
    for (const { method, path, headers } of transport.requests.splice(0)) {
      reached += 1;
      const strange = Object.keys(headers).filter((header) => !allowedHeaders.includes(header.toLowerCase()));
      if (strange.length > 0) faults.push(`headers to the garden: ${strange.join()}`);
      if (!allowed.some((pattern) => pattern.test(`${method} ${path}`)))
        faults.push(`reached the garden: ${method} ${path}`);
    }
    world.log.length = 0;
  }
  expect(faults.slice(0, 10)).toEqual([]);
  expect(sent).toBe(wanted);
  // Some requests must reach the garden, or the test would prove nothing.
  expect(reached).toBeGreaterThan(wanted / 50);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
  // S24: no single request delays the requests of other users noticeably.
  for (const given of tooLong) {
    const measure = async () => (await sendMeasured(given, cookie)).longestMs;
    const keeps = (longestMs: number) => longestMs <= mostInOnePieceMs;
    const longestMs = await measureShortestRun(measure, { keeps, divided: (work, by) => work / by });
    expect({ given, longestMs }).toEqual({ given, longestMs: expect.toSatisfy(keeps) });
  }
});
