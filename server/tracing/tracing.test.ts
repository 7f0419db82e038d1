import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { GET as getCluster } from "#app/api/clusters/[project]/[name]/route.ts";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { shoots } from "#lib/kube/resource.ts";
import { tracedTransport } from "#server/garden/traced-transport.ts";
import type { TransportRequest } from "#server/garden/transport.ts";
import { createFrontServer } from "#server/start/front-server.ts";
import { type Browser, signInAs } from "#server/testing/browser.ts";
import { connectEmbeddedGarden, startTestGarden } from "#server/testing/embedded-garden.ts";
import { listenOnLoopback } from "#server/testing/listen-on-loopback.ts";
import { type CollectedSpan, OtlpCollector } from "#server/testing/otlp-collector.ts";
import { pageRequest, type RouteTestBed, startRouteTestBed } from "#server/testing/route-test-bed.ts";

const target = { resource: shoots, namespace: "garden-payments", name: "ledger-eu" };
const previewSchema = z.object({ uid: z.string(), resourceVersion: z.string(), hash: z.string() });

let embedded: EmbeddedGarden;
let collector: OtlpCollector;
let world: RouteTestBed;
let browser: Browser;
/** The requests that were sent to the garden. */
let asked: TransportRequest[];

beforeAll(async () => {
  ({ embedded } = await startTestGarden());
});
afterAll(() => embedded.stop());
beforeEach(async () => {
  collector = await OtlpCollector.open();
});
afterEach(() => collector.close());

async function open(env: Readonly<Record<string, string>> = {}): Promise<void> {
  asked = [];
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, OTEL_TRACES_SAMPLER_ARG: "1" };
  world = await startRouteTestBed({
    env: { ...traced, ...env },
    found: (tracing) =>
      connectEmbeddedGarden(embedded, (inner) => {
        const noting = {
          close: () => inner.close(),
          send: (request: TransportRequest) => {
            asked.push(request);
            return inner.send(request);
          },
        };
        return tracing === undefined ? noting : tracedTransport(noting, tracing);
      }),
  });
  await world.app.fleet.settled;
  browser = await signInAs("operator");
}

/** Stops the application, which sends all pending spans. */
async function told(): Promise<OtlpCollector> {
  browser.close();
  await world.stop();
  return collector;
}

/** Requests the data of a page through the front server, with the given headers. */
async function readPage(headers: Readonly<Record<string, string>> = {}, trustedHops = 0): Promise<number> {
  const { tracing } = world.app;
  const door = await listenOnLoopback(
    createFrontServer(
      async ({ headers: { cookie = "" } }, response) => {
        const params = Promise.resolve({ project: "payments", name: "ledger-eu" });
        const answer = await getCluster(pageRequest("/api/clusters/payments/ledger-eu", { cookie }), { params });
        response.writeHead(answer.status).end(await answer.text());
      },
      { tracing, trustedHops },
    ),
  );
  const answer = await fetch(`${door.url}/api/clusters/payments/ledger-eu?note=canary-of-query`, {
    headers: { cookie: browser.cookie, ...headers },
  });
  await answer.text();
  door.close();
  return answer.status;
}

/** The server span of the page request. */
function pageIn({ spans }: OtlpCollector): CollectedSpan {
  const [page, ...others] = spans.filter(({ kind }) => kind === "server");
  if (page === undefined || others.length > 0) throw new Error("not one page was read");
  return page;
}

async function reconcile(): Promise<Response> {
  const act = { kind: "operation", id: "reconcile", when: "now" };
  const preview = await (await browser.preview("payments", "ledger-eu", act)).json();
  const { uid, resourceVersion, hash: previewHash } = previewSchema.parse(preview);
  return browser.operate("payments", "ledger-eu", { act, uid, resourceVersion, previewHash });
}

test("a page that is read: its request, its use case, and what the garden was asked", async () => {
  await open();
  expect(await readPage()).toBe(200);
  const collected = await told();
  const page = pageIn(collected);
  expect(page).toMatchObject({ service: "almanac", parent: "", failed: false });
  expect(page.facts).toEqual({
    "http.request.method": "GET",
    "http.route": "/api/clusters/[project]/[name]",
    "http.response.status_code": 200,
  });
  const reviews = Array.from({ length: 4 }, () => "create selfsubjectaccessreviews").join(", ");
  expect(collected.treeOf(page)).toBe(
    `GET /api/clusters/[project]/[name] [read [${reviews}, create selfsubjectreviews, get shoots]]`,
  );
  const read = collected.spans.find(({ trace, name }) => trace === page.trace && name === "get shoots");
  expect(read).toMatchObject({ kind: "client", facts: { "http.response.status_code": 200 } });
  expect(read?.seconds).toBeLessThan(page.seconds);
});

test("an act: its use case, and what was read and written for it", async () => {
  await open();
  expect((await reconcile()).status).toBe(202);
  const collected = await told();
  const [act, ...others] = collected.spans.filter(({ name }) => name === "write operation");
  expect(others).toEqual([]);
  expect(act?.facts).toMatchObject({ "http.response.status_code": 202, "almanac.credential": "user" });
  // The user's watch rules are read before the action, so that the action causes no notification.
  expect(act && collected.treeOf(act)).toBe(
    "write operation [get cloudprofiles, get configmaps, get shoots, patch shoots]",
  );
});

test("a change of the garden: the row that it changes, and the frame that tells it", async () => {
  await open();
  const stream = await browser.stream();
  embedded.api.patch(target, { metadata: { labels: { "bench/mark": randomUUID() } } });
  await stream.until(({ types }) => types.includes("change"));
  const collected = await told();
  const frames = collected.spans.filter(({ name }) => name === "frames");
  const change = collected.spans.find(({ id }) => id === frames[0]?.parent);
  expect(change).toMatchObject({ parent: "", kind: "consumer", facts: { "almanac.upserts": 1 } });
  expect(change && collected.treeOf(change)).toBe("change of shoots [frames, row]");
  expect(frames[0]).toMatchObject({ kind: "producer", facts: { "almanac.streams": 1 } });
});

const caller = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const labelled = { metadata: { labels: { mark: "canary-of-patch" } } };
const viaProxy = { "x-forwarded-for": "203.0.113.7", traceparent: caller };

test("a trusted proxy's trace goes on here, and in the garden", async () => {
  await open();
  await readPage(viaProxy, 1);
  const read = asked.find(({ url }) => url.pathname.endsWith("/shoots/ledger-eu"));
  const collected = await told();
  expect(pageIn(collected)).toMatchObject({ trace: caller.slice(3, 35), parent: caller.slice(36, 52) });
  const span = collected.spans.find(({ name, trace }) => name === "get shoots" && trace === caller.slice(3, 35));
  expect(read?.headers.traceparent).toBe(`00-${span?.trace}-${span?.id}-01`);
});

test.each([
  ["no proxy is trusted", viaProxy, 0],
  ["it did not come through the proxy", { traceparent: caller }, 1],
  ["it came through fewer proxies than there are", viaProxy, 2],
  ["it is none", { ...viaProxy, traceparent: "00-canary-of-header-01" }, 1],
] as const)("a traceparent counts for nothing where %s", async (_why, headers, hops) => {
  await open();
  await readPage(headers, hops);
  const page = pageIn(await told());
  expect(page.parent).toBe("");
  expect(page.trace).not.toBe(caller.slice(3, 35));
});

test("what a trusted proxy does not keep is not kept here", async () => {
  await open();
  await readPage({ ...viaProxy, traceparent: caller.replace(/01$/, "00") }, 1);
  expect(asked.some(({ headers }) => headers.traceparent?.includes(caller.slice(3, 35)))).toBe(false);
  const { spans } = await told();
  expect(spans.filter(({ kind }) => kind === "server")).toEqual([]);
});

test("where the share is nothing, nothing is sent, and the garden is told of no trace", async () => {
  await open({ OTEL_TRACES_SAMPLER_ARG: "0" });
  expect(await readPage()).toBe(200);
  expect(asked.filter(({ headers }) => headers.traceparent !== undefined)).toEqual([]);
  expect((await told()).bodies).toEqual([]);
});

test("no span holds a token, a cookie, a name, an address, a query or what an object says", async () => {
  embedded.api.patch(target, { metadata: { annotations: { "canary-of/annotation": "canary-of-annotation" } } });
  await open();
  await readPage({ ...viaProxy, tracestate: "canary=of-tracestate", baggage: "canary=of-baggage" }, 1);
  await browser.preview("payments", "ledger-eu", { kind: "change", about: "manifest", patch: labelled });
  await browser.cluster("canary-of-project", "canary-of-name");
  await browser.operate("payments", "ledger-eu", { act: "canary-of-body" });
  const cookies = browser.cookie.split(/[=;]\s*/).filter((part) => part.length > 8);
  const tokens = embedded.identities.map(({ token }) => token);
  const people = embedded.identities.map(({ name }) => name);
  const { bodies, spans } = await told();
  const everything = Buffer.concat(bodies).toString("latin1");
  expect(spans.length).toBeGreaterThan(20);
  const words = ["canary", "ledger", "payments", "203.0.113.7", "127.0.0.1", "/api/clusters/p"];
  for (const word of [...words, ...cookies, ...tokens, ...people, embedded.almanacToken]) {
    expect(everything, word).not.toContain(word);
  }
});

test("a collector that fails harms nobody, is complained about once, and makes nothing grow", async () => {
  collector.status = 400;
  await open();
  const { tracing } = world.app;
  for (let at = 0; at < 20_000; at += 1) tracing?.begin("one of many", { isRoot: true }).end();
  expect(await readPage()).toBe(200);
  const { log } = world;
  const { spans, bodies } = await told();
  expect(spans).toEqual([]);
  expect(log.filter((line) => line.includes("the collector takes no spans"))).toHaveLength(1);
  // At most four batches wait, and one is being sent.
  expect(Buffer.concat(bodies).toString("latin1").split("one of many").length).toBeLessThan(3_000);
});

test("a collector that is not there holds up neither a request nor the end", async () => {
  collector.close();
  await open();
  expect(await readPage()).toBe(200);
  const startedMs = performance.now();
  await told();
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

test("without a collector there is no tracing at all", async () => {
  await open({ OTEL_EXPORTER_OTLP_ENDPOINT: "" });
  expect(await readPage()).toBe(200);
  expect(world.app.tracing).toBeUndefined();
  expect((await told()).bodies).toEqual([]);
});
