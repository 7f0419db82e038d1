import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { POST as postDestination } from "#app/api/notices/destinations/route.ts";
import { POST as postNotices } from "#app/api/notices/route.ts";
import { POST as postSession } from "#app/api/session/route.ts";
import { GET as getStream } from "#app/api/stream/route.ts";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { destinationChangeResponseSchema } from "#lib/contract/destinations.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { shoots } from "#lib/kube/resource.ts";
import { emptyNoticeDocument } from "#lib/notices/notice-document.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import type { Transport } from "#server/garden/transport.ts";
import { updateNoticeDocument } from "#server/notices/notice-document-stores.ts";
import { createFrontServer } from "#server/start/front-server.ts";
import { type Browser, signInAs } from "#server/testing/browser.ts";
import { connectEmbeddedGarden, startTestGarden, tokenOfDemoUser } from "#server/testing/embedded-garden.ts";
import { type FaultyTransport, faultyTransport } from "#server/testing/faulty-transport.ts";
import { listenOnLoopback } from "#server/testing/listen-on-loopback.ts";
import { sumMetricSamples } from "#server/testing/metric-samples.ts";
import { pageRequest, type RouteTestBed, startRouteTestBed } from "#server/testing/route-test-bed.ts";
import { version } from "#server/version.ts";
import type { HeapUsage } from "./heap.ts";
import { createMetrics } from "./metrics.ts";

const roomy: HeapUsage = { usedBytes: 100, keptBytes: 80, limitBytes: 512 };
const full: HeapUsage = { usedBytes: 500, keptBytes: 450, limitBytes: 513 };
const target = { resource: shoots, namespace: "garden-payments", name: "ledger-eu" };
const ofShoots = { resource: "shoots" };

let embedded: EmbeddedGarden;
let garden: FaultyTransport;
/** The first events of the next watch of Shoots. */
let intruder: string | undefined;
let heap = roomy;
let world: RouteTestBed;
let browser: Browser;

beforeAll(async () => {
  ({ embedded } = await startTestGarden());
});
afterAll(() => embedded.stop());
beforeEach(async () => {
  heap = roomy;
  const found = connectEmbeddedGarden(embedded, (transport) => {
    garden = faultyTransport(intruded(transport));
    return garden;
  });
  const env = { METRICS_PORT: "9100", WEBHOOK_ALLOW: "127.0.0.0/8", WEBHOOK_PLAIN_HTTP: "true" };
  world = await startRouteTestBed({ found, env, readHeap: () => heap, isLimited: true });
  await world.app.fleet.settled;
  browser = await signInAs("operator");
});
afterEach(async () => {
  garden.mend();
  browser.close();
  await world.stop();
});

/** A garden whose watches of Shoots begin with events that a test sets. */
function intruded(inner: Transport): Transport {
  async function* begun(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    if (intruder !== undefined) yield Buffer.from(`${intruder}\n`);
    intruder = undefined;
    yield* body;
  }
  return {
    close: () => inner.close(),
    async send(request) {
      const response = await inner.send(request);
      const { pathname, searchParams } = request.url;
      const isWatch = pathname.endsWith("/shoots") && searchParams.has("watch");
      return isWatch ? { ...response, body: begun(response.body) } : response;
    },
  };
}

type Labels = Readonly<Record<string, string>>;

async function readMetric(name: string, labels?: Labels): Promise<number> {
  return sumMetricSamples((await world.app.processMetrics?.text()) ?? "", name, labels);
}

/** Changes the values that a row and its forecast show. */
function changeShoot(): void {
  const isTesting = embedded.api.get<Shoot>(target)?.spec.purpose === "testing";
  embedded.api.patch(target, { spec: { purpose: isTesting ? "development" : "testing" } });
}

function addShoot(): void {
  const shoot = embedded.api.get<Shoot>(target);
  const { namespace, resource } = target;
  const name = `n${randomUUID().slice(0, 6)}`;
  const { dns: _, ...spec } = shoot?.spec ?? {};
  embedded.api.create({ resource, namespace }, { ...shoot, metadata: { name, namespace }, spec });
}

async function openStream(): Promise<unknown> {
  return browser.stream();
}

async function breakShoots(): Promise<void> {
  garden.break("shoots", "error");
  await vi.waitUntil(() => world.app.fleet.freshness().state === "stale", eventuallyTimeoutMs);
}

/** Starts another watch of Shoots, which begins with the given line. */
async function intrude(line: string): Promise<void> {
  intruder = line;
  await breakShoots();
  garden.mend();
  await vi.waitUntil(() => world.app.fleet.freshness().state === "live", eventuallyTimeoutMs);
}

async function callFrontDoor(): Promise<void> {
  const { processMetrics: metrics } = world.app;
  const door = await listenOnLoopback(createFrontServer(async (_, response) => void response.end(), { metrics }));
  await fetch(`${door.url}/clusters`);
  door.close();
}

async function askForRoom(): Promise<void> {
  heap = full;
  // A measurement stays valid for a moment.
  const isRefused = async () =>
    (await getStream(pageRequest("/api/stream", { cookie: browser.cookie }))).status === 503;
  await vi.waitUntil(isRefused, eventuallyTimeoutMs);
}

/** Creates a watch rule that was checked a moment ago. */
async function checkRules(): Promise<void> {
  const subject = { kind: "cluster", project: "payments", name: "ledger-eu" };
  const body = JSON.stringify({ kind: "save", name: "Ledger", subject, events: { deadEnd: true } });
  const { cookie } = await signInAs("viewer");
  await postNotices(pageRequest("/api/notices", { method: "POST", cookie, body }));
  await world.app.ruleWatch?.check();
}

/** Creates a notification for a receiver that does not exist. */
async function deliverInVain(): Promise<void> {
  const { ownKeeping: keeping, reviews, deliverer, now } = world.app;
  if (keeping === undefined) throw new Error("nothing can be kept");
  const body = JSON.stringify({ kind: "add-webhook", name: "Gone", shape: "json", url: "http://127.0.0.1:9/" });
  const { cookie } = await signInAs("viewer");
  const added = await postDestination(pageRequest("/api/notices/destinations", { method: "POST", cookie, body }));
  const { id: to } = destinationChangeResponseSchema.parse(await added.json());
  const { name } = await reviews.identityOf(tokenOfDemoUser(embedded, "viewer"));
  const lines = [{ project: "shop", namespace: "garden-shop", name: "checkout", what: "Dead end" }];
  const at = formatInstant(now() - 60_000);
  const notice = {
    id: "n1",
    rule: "r1",
    ruleName: "Watch",
    event: "deadEnd",
    at,
    lines,
    more: 0,
    read: false,
  } as const;
  await updateNoticeDocument(keeping, name, () => ({
    ...emptyNoticeDocument(name),
    notices: [notice],
    deliveries: [{ notice: "n1", to, at, state: "waiting" }],
  }));
  await deliverer?.check();
}

const ofAnotherSite = { "sec-fetch-site": "cross-site" };

interface Move {
  readonly name: string;
  readonly labels?: Labels;
  /** Repeats an action until the metric has changed. */
  readonly act: () => Promise<unknown> | unknown;
  readonly hasMoved?: (after: number, before: number) => boolean;
}

const grows = (after: number, before: number) => after > before;
const moves: readonly Move[] = [
  { name: "almanac_http_request_duration_seconds", labels: { route: "/clusters" }, act: callFrontDoor },
  { name: "almanac_acts_total", labels: { audit: "sign-in", result: "done" }, act: () => signInAs("owner-commerce") },
  {
    name: "almanac_refused_total",
    labels: { rule: "origin-cross-site" },
    act: () => postSession(pageRequest("/api/session", { method: "POST", headers: ofAnotherSite, body: "{}" })),
  },
  {
    name: "almanac_refused_total",
    labels: { rule: "limit-sign-in" },
    act: () => postSession(pageRequest("/api/session", { method: "POST", body: '{"method":"token","token":"wrong"}' })),
  },
  {
    name: "almanac_refused_total",
    labels: { rule: "streams-of-user" },
    act: openStream,
  },
  {
    name: "almanac_upstream_request_duration_seconds",
    labels: { verb: "get", resource: "shoots", code: "200" },
    act: () => browser.cluster("payments", "ledger-eu"),
  },
  { name: "almanac_row_latency_seconds", act: changeShoot },
  { name: "almanac_forecast_duration_seconds", act: changeShoot },
  { name: "almanac_change_sent_seconds", act: () => openStream().then(changeShoot) },
  { name: "almanac_sse_lag_seconds", act: () => openStream().then(changeShoot) },
  { name: "almanac_sse_clients", act: openStream },
  { name: "almanac_fleet_rows", act: addShoot },
  { name: "almanac_mirror_objects", labels: ofShoots, act: addShoot },
  { name: "almanac_ready", act: () => world.app.leave(0), hasMoved: (after) => after === 0 },
  { name: "almanac_fleet_stale_seconds", act: breakShoots },
  // An idle collection is only checked when its watch ends, and this one is not watched.
  { name: "almanac_mirror_age_seconds", labels: ofShoots, act: breakShoots, hasMoved: (after) => after > 2 },
  { name: "almanac_watch_last_heard_seconds", labels: ofShoots, act: breakShoots, hasMoved: (after) => after > 2 },
  { name: "almanac_watch_relists_total", labels: ofShoots, act: () => intrude("{") },
  { name: "almanac_watch_restarts_total", labels: { ...ofShoots, reason: "internal" }, act: breakShoots },
  { name: "almanac_watch_malformed_total", labels: { ...ofShoots, fault: "unreadable" }, act: () => intrude("{") },
  {
    name: "almanac_watch_malformed_total",
    labels: { ...ofShoots, fault: "too-large" },
    act: () => intrude("x".repeat(5 * 1024 * 1024)),
  },
  { name: "almanac_review_cache_answers_total", labels: { result: "hit" }, act: () => browser.fleet() },
  { name: "almanac_review_cache_answers_total", labels: { result: "miss" }, act: () => signInAndLook() },
  { name: "almanac_review_cache_entries", labels: { cache: "decisions" }, act: () => signInAndLook() },
  { name: "almanac_heap_share", act: askForRoom },
  { name: "almanac_heap_used_bytes", act: askForRoom },
  { name: "almanac_heap_kept_bytes", act: askForRoom },
  { name: "almanac_heap_limit_bytes", act: askForRoom },
  { name: "almanac_refused_for_memory_total", act: askForRoom },
  { name: "almanac_refused_total", labels: { rule: "heap" }, act: askForRoom },
  { name: "almanac_deliveries_total", labels: { kind: "webhook", result: "failed" }, act: deliverInVain },
  { name: "almanac_rule_owners", labels: { state: "watched" }, act: checkRules },
  { name: "almanac_rules_unchecked_seconds", act: checkRules },
  { name: "almanac_delivery_leader", act: () => world.app.deliverer?.check() },
  { name: "almanac_delivery_looked_seconds", act: async () => undefined },
  { name: "almanac_delivery_oldest_seconds", act: deliverInVain, hasMoved: (after) => after >= 60 },
];

async function signInAndLook(): Promise<void> {
  await (await signInAs("owner-commerce")).fleet();
}

test.each(moves)("$name moves: $labels", async ({ name, labels, act, hasMoved = grows }) => {
  const before = await readMetric(name, labels);
  await vi.waitUntil(
    async () => {
      await act();
      return hasMoved(await readMetric(name, labels), before);
    },
    { timeout: 30_000, interval: 20 },
  );
});

test("almanac_build_info says the version", async () => {
  expect(await world.app.processMetrics?.text()).toContain(`almanac_build_info{version="${version}"} 1\n`);
});

test("every metric of Almanac's own is moved here", () => {
  const names = world.app.processMetrics?.registry.getMetricsAsArray().map(({ name }) => name) ?? [];
  const own = names.filter((name) => name.startsWith("almanac_")).sort();
  expect(own).toEqual([...new Set([...moves.map(({ name }) => name), "almanac_build_info"])].sort());
});

test("timing ten thousand rows and their forecasts takes less than a tenth of a second", () => {
  const { timings, stop } = createMetrics([]);
  const rows = 10_000;
  // Measures the processor time of this thread, so that other work on the machine does not count.
  const before = process.threadCpuUsage();
  for (let row = 0; row < rows; row += 1) {
    timings.row(row / rows);
    timings.forecast(row / rows / 100);
  }
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(100);
  stop();
});
