import { beforeEach, describe, expect, test, vi } from "vitest";
import { GET, POST } from "#app/api/since/route.ts";
import {
  type ComparedLastVisit,
  type LastVisitReport,
  type LastVisitRequest,
  lastVisitReportSchema,
} from "#lib/contract/last-visit.ts";
import { createRandomNumbers } from "#lib/fleet/random-fleet.fixture.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { sampleDeadEnd, sampleForcedStep, sampleRowForecast } from "#lib/forecast/row-forecast.fixture.ts";
import { cloudProfiles, shoots } from "#lib/kube/resource.ts";
import { dayMs, hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { describeLastVisitChange } from "#lib/last-visit/last-visit-descriptions.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { utcClock } from "#lib/words/clock.ts";
import { setTestApplication } from "#server/app/almanac.ts";
import { ownConfigMapsTarget, parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { connectEmbeddedGarden } from "#server/testing/embedded-garden.ts";
import { problemIn, startRouteTestBed } from "#server/testing/route-test-bed.ts";
import { createSkewedWallClock } from "#server/testing/skewed-clock.ts";
import { maxPackedCharacters, packVisitSnapshot, unpackVisitSnapshot } from "./visit-document-store.ts";

const shop = { resource: shoots, namespace: "garden-shop" };
const payments = { resource: shoots, namespace: "garden-payments" };

const clock = createSkewedWallClock();
/** Maximum advance of the clock in one test. */
const longestTestMs = 3 * hourMs;
const demo = startDemoTestBed({ garden: { speed: 0 }, clock });
beforeEach(() => {
  // At this time of day, visit and summary are on the same day; the text would otherwise contain the day.
  clock.skipTheEndOf(dayMs, longestTestMs);
  demo.forget();
});

const read = async (identity: string, query = "") =>
  parseOkResponse(await demo.call(GET, identity, { path: `/api/since${query}` }), lastVisitReportSchema);
const post = async (identity: string, body: LastVisitRequest) =>
  parseOkResponse(await demo.call(POST, identity, { path: "/api/since", body }), lastVisitReportSchema);

const look = (identity: string) => post(identity, { kind: "look" });

function compared(since: LastVisitReport): ComparedLastVisit {
  if (since.state !== "compared") throw new Error(`not compared but ${JSON.stringify(since)}`);
  return since;
}

const told = (since: LastVisitReport) =>
  compared(since).lines.map((line) => {
    const { what, detail } = describeLastVisitChange(line, { now: demo.app.now(), clock: utcClock });
    return [what, detail.replace(/\d\d:\d\d/g, "hh:mm"), line.clusters];
  });

const rowOf = (name: string, namespace = "garden-payments") =>
  demo.app.fleet.store.rows({ all: false, namespaces: new Set([namespace]) }).find((row) => row.name === name);

const kept = () =>
  demo.embedded.api.list(ownConfigMapsTarget).find(({ metadata }) => metadata.name?.startsWith("almanac-seen-"));

async function breakNodes(name: string): Promise<void> {
  const since = `${new Date(demo.app.now()).toISOString().slice(0, 19)}Z`;
  const condition = { type: "EveryNodeReady", status: "False", lastTransitionTime: since, lastUpdateTime: since };
  demo.embedded.api.patch({ ...payments, name, subresource: "status" }, { status: { conditions: [condition] } });
  await vi.waitUntil(() => rowOf(name)?.unhealthySince === since, eventuallyTimeoutMs);
}

/** Changes the expiration date of a version, as an operator would. */
async function moveEnd(profile: string, version: string, expirationDate: string, isSeen: () => boolean): Promise<void> {
  const target = { resource: cloudProfiles, name: profile };
  const held = demo.embedded.api.get(target);
  const spec = held !== undefined && "spec" in held && isRecord(held.spec) ? held.spec : {};
  const kubernetes = isRecord(spec.kubernetes) ? spec.kubernetes : {};
  const versions = Array.isArray(kubernetes.versions) ? kubernetes.versions : [];
  const moved = versions.map((each) =>
    isRecord(each) && each.version === version ? { ...each, expirationDate } : each,
  );
  demo.embedded.api.patch(target, { spec: { kubernetes: { versions: moved } } });
  await vi.waitUntil(isSeen, eventuallyTimeoutMs);
}

/** A cluster of project shop with a version that its profile offers. No other test changes the cluster. */
function updatable() {
  const scope = { all: false, namespaces: new Set(["garden-shop"]) };
  for (const { name, kubernetes } of demo.app.fleet.store.rows(scope)) {
    const minor = Number(/^1\.(\d+)\./.exec(kubernetes.version)?.[1]);
    const to = ["1.33.13", "1.34.9"].find((offered) => offered.startsWith(`1.${minor + 1}.`));
    if (to !== undefined) return { name, from: kubernetes.version, to };
  }
  throw new Error("the demo has no such cluster");
}

describe("a visit", () => {
  test("is the first, then another one after half an hour, which is told what changed with its cause", async () => {
    expect(await look("owner-commerce")).toMatchObject({ state: "first" });
    clock.skip(10 * minuteMs);
    expect(await look("owner-commerce")).toMatchObject({ state: "first" });
    const lookedAt = demo.app.now();
    clock.skip(minuteMs);
    await breakNodes("ledger-us");
    const row = rowOf("ledger-us");
    const { version = "", expiresAt = "" } = row?.kubernetes ?? {};
    const end = `${new Date(Date.parse(expiresAt) - 40 * 24 * hourMs).toISOString().slice(0, 19)}Z`;
    await moveEnd(row?.profile?.name ?? "", version, end, () => rowOf("ledger-us")?.kubernetes.expiresAt === end);
    clock.skip(hourMs);

    const again = await look("owner-commerce");
    expect(Math.abs(Date.parse(compared(again).since) - lookedAt)).toBeLessThan(minuteMs);
    expect(told(again)).toEqual(
      expect.arrayContaining([
        ["Became unhealthy: nodes", "since hh:mm", 1],
        [
          expect.stringMatching(`^Kubernetes ${version} now ends 40 days earlier`),
          `CloudProfile ${row?.profile?.name} was changed`,
          expect.any(Number),
        ],
      ]),
    );
    // A second tab or device belongs to the same visit, and so do its later requests.
    clock.skip(6 * minuteMs);
    expect(await look("owner-commerce")).toEqual(again);
    expect(await read("owner-commerce")).toEqual(again);
    await moveEnd(row?.profile?.name ?? "", version, expiresAt, () => rowOf("ledger-us")?.kubernetes.expiresAt !== end);
  });

  test("shows under each line exactly the clusters that it counts", async () => {
    await look("owner-commerce");
    clock.skip(hourMs);
    await breakNodes("ledger-eu");
    await breakNodes("acquiring");
    const { lines } = compared(await look("owner-commerce"));
    expect(lines.length).toBeGreaterThan(0);
    for (const { key, clusters } of lines) {
      const { uids = [] } = compared(await read("owner-commerce", `?line=${encodeURIComponent(key)}`));
      expect([key, uids.length]).toEqual([key, clusters]);
    }
    const asked = compared(await read("owner-commerce", `?line=${encodeURIComponent(lines[0]?.key ?? "")}`));
    expect(asked.uids).toContain(rowOf("ledger-eu")?.uid);
    expect(compared(await read("owner-commerce", "?line=nothing")).uids).toEqual([]);
  });

  test("is remembered over a restart and by every replica", async () => {
    await look("owner-commerce");
    clock.skip(hourMs);
    await breakNodes("ledger-us");
    const other = await startRouteTestBed({ found: connectEmbeddedGarden(demo.embedded), clock });
    await vi.waitUntil(() => other.app.isReady() && other.app.fleet.isSettled(), eventuallyTimeoutMs);
    const asked = { path: "/api/since", body: { kind: "look" }, app: other.app };
    const after = await parseOkResponse(await demo.call(POST, "owner-commerce", asked), lastVisitReportSchema);
    await other.stop();
    setTestApplication(demo.app);
    expect(told(after).map(([what]) => what)).toContain("Became unhealthy: nodes");
    expect(await read("owner-commerce")).toEqual(after);
  });

  test("ends where somebody says that they have seen it, if it is what they saw", async () => {
    await look("owner-commerce");
    clock.skip(hourMs);
    await breakNodes("ledger-us");
    const { mark } = compared(await look("owner-commerce"));
    await breakNodes("ledger-eu");
    const refused = compared(await post("owner-commerce", { kind: "seen", mark }));
    expect(refused).toMatchObject({ changed: true });
    expect(refused.lines.flatMap(({ named }) => named.map(({ name }) => name))).toContain("ledger-eu");
    const seen = compared(await post("owner-commerce", { kind: "seen", mark: refused.mark }));
    expect([seen.lines, seen.changed]).toEqual([[], undefined]);
    clock.skip(minuteMs);
    expect(compared(await look("owner-commerce")).lines).toEqual([]);
  });

  test("tells an update by maintenance as such where the run says so", async () => {
    await look("owner-commerce");
    clock.skip(hourMs);
    const { name, from, to } = updatable();
    const triggeredTime = `${new Date(demo.app.now()).toISOString().slice(0, 19)}Z`;
    const description = `All maintenance operations successful. Control Plane: Updated Kubernetes version from ${from} to ${to}. Reason: Automatic update of Kubernetes version configured`;
    const status = { lastMaintenance: { state: "Succeeded", description, triggeredTime } };
    demo.embedded.api.patch({ ...shop, name, subresource: "status" }, { status });
    demo.embedded.api.patch({ ...shop, name }, { spec: { kubernetes: { version: to } } });
    await vi.waitUntil(() => rowOf(name, "garden-shop")?.kubernetes.version === to, eventuallyTimeoutMs);
    expect(told(await look("owner-commerce"))).toContainEqual([
      `Updated: Kubernetes ${from} to ${to}`,
      "by maintenance, hh:mm",
      1,
    ]);
  });

  test("of one person is no other person's", async () => {
    await look("owner-commerce");
    clock.skip(hourMs);
    expect(await look("operator")).toMatchObject({ state: "first" });
    expect(compared(await look("owner-commerce")).since).toBeDefined();
  });
});

test("looks that follow each other write nothing", async () => {
  await look("viewer");
  const version = kept()?.metadata.resourceVersion;
  await look("viewer");
  clock.skip(4 * minuteMs);
  await look("viewer");
  await read("viewer");
  expect(kept()?.metadata.resourceVersion).toBe(version);
});

test.each(["{", "[]", '{"owner":"somebody else","lookedAt":1}'])(
  "what is kept in a form that is not known is said to be so, and is not written over: %s",
  async (visit) => {
    await look("viewer");
    const target = { ...ownConfigMapsTarget, name: kept()?.metadata.name ?? "" };
    demo.embedded.api.patch(target, { data: { visit } });
    clock.skip(hourMs);
    expect(await look("viewer")).toMatchObject({
      state: "unavailable",
      detail: expect.stringMatching(/does not know/),
    });
    expect(demo.embedded.api.get(target)).toMatchObject({ data: { visit } });
  },
);

test("a snapshot that cannot be read is said to be so", async () => {
  await look("viewer");
  clock.skip(hourMs);
  await look("viewer");
  const target = { ...ownConfigMapsTarget, name: kept()?.metadata.name ?? "" };
  demo.embedded.api.patch(target, { data: { since: "bm90aGluZw==" } });
  expect(await read("viewer")).toMatchObject({ state: "unavailable" });
});

test.each([[{ kind: "look", more: 1 }], [{ kind: "seen" }], [{ kind: "forget" }]])("%j is refused", async (body) => {
  const response = await demo.call(POST, "operator", { path: "/api/since", body });
  expect(await problemIn(response)).toMatchObject({ status: 400, reason: "invalid-request" });
});

describe("ten thousand clusters", () => {
  const now = Date.parse("2026-11-25T12:00:00Z");
  const { below, pick, once } = createRandomNumbers(11);
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join("");
  const rows = Array.from({ length: 10_000 }, (_, index) => {
    const project = `team-${hex(4)}`;
    const days = 10 + below(300);
    return sampleFleetRow({
      uid: `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
      project,
      namespace: `garden-${project}`,
      name: `${pick(["prod", "stage", "dev", "ci"])}-${pick(["eu", "us", "ap"])}-${hex(3)}${index % 7}`,
      kubernetes: {
        version: `1.3${below(5)}.${below(14)}`,
        classification: "supported",
        expiresAt: "2027-02-21T23:59:59Z",
      },
      images: [{ name: "gardenlinux", version: `1592.${below(9)}.0`, classification: "supported", pools: ["a"] }],
      health: once(20) ? "unhealthy" : "healthy",
      conditions: once(20) ? [{ type: pick(["EveryNodeReady", "APIServerAvailable"]), status: "False" }] : [],
      forecast: sampleRowForecast({
        forced: once(2) ? [sampleForcedStep(days, { to: `1.3${below(6)}.${below(14)}` })] : [],
        deadEnds: once(4)
          ? [sampleDeadEnd(days, { missing: `1.3${below(6)}.x`, profile: pick(["aws", "gcp", "az"]) })]
          : [],
      }),
    });
  });

  test("are remembered one by one in less than half of a ConfigMap", async () => {
    const beganAt = performance.now();
    const packed = await packVisitSnapshot(rows, now);
    const packedAt = performance.now();
    const seen = await unpackVisitSnapshot(packed);
    const ms = [packedAt - beganAt, performance.now() - packedAt].map(Math.round);
    process.stdout.write(
      `seen: 10,000 clusters in ${packed.length} characters, packed in ${ms[0]} ms, read in ${ms[1]} ms\n`,
    );
    expect(seen?.clusters).toHaveLength(10_000);
    expect(packed.length).toBeLessThan(maxPackedCharacters);
  });

  test("are remembered as numbers where they are more than may be kept", async () => {
    const packed = await packVisitSnapshot(rows, now, 100_000);
    expect(packed.length).toBeLessThan(10_000);
    expect(await unpackVisitSnapshot(packed)).toMatchObject({
      clusters: undefined,
      numbers: { clusters: 10_000 },
    });
  });
});
