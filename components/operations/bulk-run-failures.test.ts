import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { requestAct, requestPreview } from "#components/data/acts/act-calls.ts";
import { followFleetStream } from "#components/data/live/fleet-stream.ts";
import { readFleet } from "#components/data/queries/read-fleet.ts";
import { type EmbeddedGarden, type EmbeddedGardenOptions, startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { sampleBulkRun } from "#lib/act/bulk/bulk-run.fixture.ts";
import type { BulkCluster, BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { automaticPauseOf } from "#lib/act/bulk/interruption.ts";
import { type BulkPlanEntry, bulkPlanEntryOf, bulkPlanOf, createConfirmedRun } from "#lib/act/bulk/plan-run.ts";
import { previewDigestOf } from "#lib/act/bulk/preview-digest.ts";
import type { FleetSnapshot } from "#lib/contract/fleet.ts";
import { applyStreamFrame, isDataFrame } from "#lib/fleet/fleet-data.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { fail, ok } from "#lib/result.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { type CountedTransport, countedTransport } from "#server/testing/counted-transport.ts";
import { connectEmbeddedGarden } from "#server/testing/embedded-garden.ts";
import { replaceProjectMembers } from "#server/testing/replace-project-members.ts";
import { type RouteTestBed, startRouteTestBed } from "#server/testing/route-test-bed.ts";
import { createSkewedClock, type SkewedClock } from "#server/testing/skewed-clock.ts";
import { TabFetch } from "#server/testing/tab-fetch.ts";
import type { BulkRunDependencies } from "./create-bulk-run-dependencies.ts";
import { createRunDriver, type RunDriver } from "./run-driver.ts";

const poll = { timeout: 60_000, interval: 20 };

let folder = "";
let embedded: EmbeddedGarden;
let wire: CountedTransport;
let clock: SkewedClock;
let world: RouteTestBed;
let tab: TabFetch;
let fleet: FleetSnapshot | undefined;
let stored: BulkRun | undefined;
/** How far the browser's clock is ahead of the server's. */
let aheadMs = 0;
const endings: (() => void)[] = [];

const startGarden = (options: EmbeddedGardenOptions = {}) =>
  startEmbeddedGarden({ life: false, pace: 200, dataFolder: folder, ...options });

/** A garden, the server, and a tab of a user whose requests reach the real routes. */
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "bulk-"));
  embedded = await startGarden();
  clock = createSkewedClock();
  const found = connectEmbeddedGarden(embedded, (transport) => {
    wire = countedTransport(transport);
    return wire;
  });
  world = await startRouteTestBed({ found, clock, isLimited: true });
  await vi.waitUntil(() => world.app.isReady(), eventuallyTimeoutMs);
  tab = new TabFetch();
  vi.stubGlobal("fetch", tab.fetch);
  await tab.signIn("owner-commerce");
  fleet = await readFleet(new AbortController().signal);
  endings.push(watchFleet(fleet.cursor));
  stored = undefined;
  aheadMs = 0;
});
afterEach(async () => {
  for (const end of endings.splice(0)) end();
  tab.close();
  vi.unstubAllGlobals();
  await world.stop();
  await embedded.stop();
  await rm(folder, { recursive: true });
});

const ports: BulkRunDependencies = {
  preview: async (intent, cluster) => {
    if (intent.kind !== "act") return fail("No other intent is tried here.");
    return ok({ act: intent.act, digest: previewDigestOf(await requestPreview(cluster, intent.act), intent.act) });
  },
  send: async (cluster, body) => (await requestAct(cluster, body)).resourceVersion,
  isFleetRead: () => fleet !== undefined,
  rowOf: (uid) => fleet?.rows.find((row) => row.uid === uid),
  store: async (run) => {
    stored = run;
  },
  now: () => clock.wallMs() + aheadMs,
};

/** Maintains the list of clusters as a tab does. */
function watchFleet(cursor: string): () => void {
  const frame: Parameters<typeof followFleetStream>[1]["frame"] = (each) => {
    if (isDataFrame(each)) fleet = applyStreamFrame(fleet, each);
  };
  const later = (run: () => void, ms: number) => {
    const timer = setTimeout(run, Math.min(ms, 200));
    return () => clearTimeout(timer);
  };
  const refetch = async (stop: AbortSignal) => {
    fleet = await readFleet(stop);
    return fleet.cursor;
  };
  const listener = { frame, refetch, connection: () => undefined, outdated: () => undefined };
  return followFleetStream(cursor, listener, { open: tab.openStream, now: Date.now, random: () => 0.5, later });
}

/** A confirmed plan for idle, healthy clusters, created by the real previews. */
async function planned(count: number, intent: BulkRun["intent"], batches = [1, 2]): Promise<BulkRun> {
  const rows = (fleet?.rows ?? []).filter(
    ({ health, lastOperation, hibernationEnabled, findings }) =>
      health === "healthy" && findings === 0 && lastOperation?.state === "Succeeded" && !hibernationEnabled,
  );
  const clusters = rows.map<BulkCluster>(({ uid, project, name }) => {
    return { uid, project, name, phase: "waiting", attempt: 1, conflicts: 0 };
  });
  const draft = sampleBulkRun(0, { intent, clusters });
  const entries = new Map<string, BulkPlanEntry>();
  const planSoFar = () => bulkPlanOf(draft, entries);
  for (const cluster of clusters) {
    if (planSoFar().eligible.length === count) break;
    const previewed = await ports.preview(intent, cluster);
    if (previewed.ok) entries.set(cluster.uid, bulkPlanEntryOf(previewed.value, cluster, ports.rowOf(cluster.uid)));
  }
  const plan = planSoFar();
  const eligible = plan.eligible.slice(0, count);
  expect(eligible).toHaveLength(count);
  return createConfirmedRun(
    { ...draft, clusters: eligible.map(({ cluster }) => cluster) },
    { ...plan, eligible, excluded: [] },
    {
      batches,
      stopRule: { kind: "first-failure" },
    },
  );
}

const reconcile: BulkRun["intent"] = { kind: "act", act: { kind: "operation", id: "reconcile", when: "now" } };

/** A tab that executes a bulk run and reads the list of clusters as often as possible. */
function drive(run: BulkRun): RunDriver {
  const driver = createRunDriver(run, ports);
  const timer = setInterval(() => {
    const interruption = automaticPauseOf(driver.run(), { owner: run.owner, freshness: fleet?.freshness });
    if (interruption !== undefined) driver.dispatch({ type: "interrupted", ...interruption });
    driver.look();
  }, 20);
  endings.push(() => clearInterval(timer));
  return driver;
}

const target = ({ project, name }: BulkCluster) => ({ resource: shoots, namespace: `garden-${project}`, name });
const shootOf = (cluster: BulkCluster) => embedded.api.get<Shoot>(target(cluster));
const phasesOf = (driver: RunDriver) => driver.run().clusters.map(({ phase }) => phase);
const writesOf = ({ name }: BulkCluster) => wire.taken.filter((each) => each.endsWith(`/shoots/${name}`)).length;
const isSending = (asked: string) => asked.startsWith("POST") && asked.endsWith("/operations");

/** Checks that clusters were written once per attempt, and that none is reported as done before the garden is done. */
function expectTruth({ clusters }: BulkRun): void {
  for (const cluster of clusters) {
    expect(writesOf(cluster), `${cluster.name}, ${cluster.phase}`).toBe(cluster.phase === "succeeded" ? 1 : 0);
    if (cluster.phase !== "succeeded") continue;
    const { metadata, status } = shootOf(cluster) ?? {};
    expect(status).toMatchObject({ observedGeneration: metadata?.generation, lastOperation: { state: "Succeeded" } });
    expect(status?.lastOperation?.lastUpdateTime).not.toBe(cluster.before?.lastOperation?.updatedAt);
  }
}

describe("a garden that goes away in the middle of a run", () => {
  test("pauses it; the cluster that was being asked is not known, not done; later each is written once", async () => {
    const driver = drive(await planned(3, reconcile, [1, 1]));
    let sent = 0;
    tab.before = async (asked) => {
      if (!isSending(asked)) return;
      sent += 1;
      if (sent === 2) await embedded.stop();
    };
    driver.dispatch({ type: "start" });
    await expect.poll(() => driver.run().status, poll).toBe("paused");
    expect(driver.run().pause?.reason).toBe("garden");
    await expect.poll(() => phasesOf(driver).includes("sending"), poll).toBe(false);
    expect(phasesOf(driver).filter((phase) => phase === "succeeded")).toHaveLength(1);
    expect(phasesOf(driver)).toContain("unanswered");
    expect(wire.taken).toHaveLength(1);

    await expect.poll(() => fleet?.freshness.state, poll).toBe("stale");
    tab.before = () => undefined;
    embedded = await startGarden({ port: Number(new URL(embedded.url).port) });
    await expect.poll(() => fleet?.freshness.state, poll).toBe("live");
    driver.dispatch({ type: "resume" });
    aheadMs = 11 * 60_000;
    await expect.poll(() => driver.run().pause?.reason, poll).toBe("failure");
    expect(driver.run().clusters.find(({ phase }) => phase === "failed")?.message).toContain("may not have arrived");
    driver.dispatch({ type: "retry-failed" });
    await expect.poll(() => driver.run().status, poll).toBe("finished");
    expectTruth(driver.run());
  });

  test("after it has taken a request and before it answers: what arrived is seen, and not sent again", async () => {
    const driver = drive(await planned(3, reconcile));
    const [, second] = driver.run().clusters;
    wire.losesAnswerOf = (each) => each.endsWith(`/shoots/${second?.name}`);
    driver.dispatch({ type: "start" });
    await expect.poll(() => driver.run().status, poll).toBe("paused");
    wire.losesAnswerOf = () => false;
    driver.dispatch({ type: "resume" });
    await expect.poll(() => driver.run().status, poll).toBe("finished");
    expect(phasesOf(driver)).toEqual(["succeeded", "succeeded", "succeeded"]);
    expectTruth(driver.run());
  });
});

test("a session that ends in the middle of a run pauses it; signed in again, the person goes on where it stood", async () => {
  const driver = drive(await planned(3, reconcile, [1, 1]));
  let sent = 0;
  tab.before = async (asked) => {
    if (isSending(asked)) sent += 1;
    if (isSending(asked) && sent === 2) await tab.signOut();
  };
  driver.dispatch({ type: "start" });
  await expect.poll(() => driver.run().pause?.reason, poll).toBe("session");
  await expect.poll(() => phasesOf(driver).filter((phase) => phase !== "waiting"), poll).toEqual(["succeeded"]);
  expect(wire.taken).toHaveLength(1);
  await tab.signIn("owner-commerce");
  driver.dispatch({ type: "resume" });
  await expect.poll(() => driver.run().status, poll).toBe("finished");
  expectTruth(driver.run());
});

test("429: the run waits as long as the server asks, and goes on by itself", async () => {
  const run = await planned(3, reconcile);
  const driver = drive(run);
  const [first] = run.clusters;
  const operations = `/api/clusters/${first?.project}/${first?.name}/operations`;
  const elsewhere = tab.another();
  tab.before = async (asked) => {
    if (!isSending(asked)) return;
    tab.before = () => undefined;
    // The same user has just used up the rate limit of one minute in another tab.
    while ((await elsewhere.fetch(operations, { method: "POST", body: "{}" })).status !== 429);
  };
  driver.dispatch({ type: "start" });
  await expect.poll(() => driver.run().waitUntil, poll).toBeGreaterThan(clock.wallMs() - 5_000);
  expect(driver.run().status).toBe("running");
  expect(wire.taken).toEqual([]);
  clock.skip(60_000);
  await expect.poll(() => driver.run().status, poll).toBe("finished");
  expect(tab.asked.filter(isSending)).toHaveLength(4);
  expectTruth(driver.run());
});

test("a right that is lost between preview and confirmation: the garden refuses, the run stops, nothing is written", async () => {
  const driver = drive(await planned(4, reconcile));
  let sent = 0;
  tab.before = (asked) => {
    if (isSending(asked)) sent += 1;
    if (isSending(asked) && sent === 2) for (const project of ["shop", "payments"]) makeViewer(project);
  };
  driver.dispatch({ type: "start" });
  await expect.poll(() => driver.run().pause?.reason, poll).toBe("failure");
  await expect.poll(() => phasesOf(driver).includes("sending"), poll).toBe(false);
  const refused = driver.run().clusters.filter(({ phase }) => phase === "failed");
  expect(refused[0]?.message).toContain("cannot patch resource");
  expect(wire.taken).toHaveLength(1);
  driver.dispatch({ type: "resume" });
  await expect.poll(() => driver.run().status, poll).not.toBe("running");
  expectTruth(driver.run());
});

/** Revokes the user's write permissions in the garden. */
function makeViewer(project: string): void {
  const name = "ravi.menon@harborline.example";
  replaceProjectMembers(embedded, project, [
    { apiGroup: "rbac.authorization.k8s.io", kind: "User", name, role: "viewer" },
  ]);
}

describe("a second person who acts on a cluster of the run between its preview and its confirmation", () => {
  const meanwhile = (at: number, doing: (cluster: BulkCluster) => void, { clusters }: BulkRun) => {
    let sent = 0;
    tab.before = (asked) => {
      if (!isSending(asked)) return;
      sent += 1;
      const cluster = clusters.find(({ project, name }) => asked.includes(`/clusters/${project}/${name}/`));
      if (sent === at && cluster) doing(cluster);
    };
  };

  test("and changes nothing of what it does: it is looked at anew and asked once", async () => {
    const run = await planned(3, reconcile);
    const driver = drive(run);
    const touch = (each: BulkCluster) => embedded.api.patch(target(each), { metadata: { labels: { by: "another" } } });
    meanwhile(2, touch, run);
    driver.dispatch({ type: "start" });
    await expect.poll(() => driver.run().status, poll).toBe("finished");
    expect(tab.asked.filter(isSending)).toHaveLength(4);
    expect(phasesOf(driver)).toEqual(["succeeded", "succeeded", "succeeded"]);
    expectTruth(driver.run());
  });

  test("and leaves something there that it may not join: it is left out, with the reason", async () => {
    const run = await planned(3, reconcile);
    const driver = drive(run);
    const plan = (each: BulkCluster) =>
      embedded.api.patch(target(each), { metadata: { annotations: { "gardener.cloud/operation": "retry" } } });
    meanwhile(2, plan, run);
    driver.dispatch({ type: "start" });
    await expect.poll(() => driver.run().status, poll).toBe("finished");
    const out = driver.run().clusters.filter(({ phase }) => phase === "excluded");
    expect(out).toMatchObject([{ message: expect.stringContaining("retry") }]);
    expectTruth(driver.run());
  });
});

test("a tab that is closed while a request is on its way: the next one sees what arrived, and sends it no more", async () => {
  const driver = drive(await planned(3, reconcile));
  let sent = 0;
  let left: BulkRun | undefined;
  const old = tab;
  tab.before = async (asked) => {
    if (isSending(asked)) sent += 1;
    if (sent < 2) return;
    // After the tab is closed, only its stored data exists; this request was already sent.
    if (left !== undefined) await new Promise<never>(() => undefined);
    left = stored;
  };
  driver.dispatch({ type: "start" });
  await expect.poll(() => wire.taken.length, poll).toBe(2);
  for (const end of endings.splice(0)) end();
  expect(left?.clusters.map(({ phase }) => phase)).toContain("sending");

  tab = old.another();
  vi.stubGlobal("fetch", tab.fetch);
  endings.push(watchFleet(fleet?.cursor ?? ""));
  const next = drive(left ?? driver.run());
  next.dispatch({ type: "adopted" });
  expect(next.run().pause?.reason).toBe("closed");
  next.dispatch({ type: "resume" });
  await expect.poll(() => next.run().status, poll).toBe("finished");
  expectTruth(next.run());
});
