import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { forecastSignature } from "#lib/forecast/forecast-signature.ts";
import { formatVersionedComponent, parseVersionedComponent } from "#lib/forecast/versioned-component-key.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { newestGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import { forecastShoot } from "#lib/policy/forecast/forecaster.ts";
import { compareForecastRows, forecastRows } from "./forecast-rows.ts";
import { createVersionLifeLookup, stretchesOfForecast, upcomingVersionsSpanOf } from "./forecast-stretches.ts";

const start = Date.parse("2026-03-01T10:20:00Z");

const kubernetes = ["1.30.1", "1.30.2", "1.31.1", "1.31.5", "1.32.0", "1.33.1", "1.34.2", "not-a-version"];
const images = ["1.0.0", "1.0.3", "1.1.0", "2.0.0", "2.1.4"];

const end = fc.option(fc.integer({ min: -3, max: 60 }), { nil: undefined });
const listed = (texts: readonly string[]) =>
  fc.subarray([...texts], { minLength: 1 }).chain((kept) =>
    fc.tuple(
      ...kept.map((version) =>
        fc.record({ classification: fc.constantFrom("supported", "deprecated", "preview"), end }).map((fate) => ({
          version,
          classification: fate.classification,
          ...(fate.end !== undefined && { expirationDate: new Date(start + fate.end * dayMs).toISOString() }),
        })),
      ),
    ),
  );

const profile: fc.Arbitrary<CloudProfileSpec> = fc
  .record({ versions: listed(kubernetes), image: listed(images), strategy: fc.constantFrom("patch", "minor", "major") })
  .map(({ versions, image, strategy }) => ({
    kubernetes: { versions },
    machineImages: [
      {
        name: "gardenlinux",
        updateStrategy: strategy,
        versions: image.map((version) => ({ ...version, cri: [{ name: "containerd" }], architectures: ["amd64"] })),
      },
    ],
    machineTypes: [{ name: "large", architecture: "amd64" }],
  }));

const pool = fc.record({ own: fc.option(fc.constantFrom(...kubernetes.slice(0, 5)), { nil: undefined }) });

const shoot: fc.Arbitrary<Shoot> = fc
  .record({
    version: fc.constantFrom(...kubernetes),
    pools: fc.array(pool, { maxLength: 3 }),
    kubernetesVersion: fc.boolean(),
    window: fc.constantFrom(undefined, { begin: "220000+0100", end: "230000+0100" }, { begin: "later", end: "soon" }),
  })
  .map(({ version, pools, kubernetesVersion, window }) => ({
    metadata: { name: "any", namespace: "garden-any" },
    spec: {
      kubernetes: { version },
      maintenance: {
        autoUpdate: { kubernetesVersion, machineImageVersion: true },
        ...(window && { timeWindow: window }),
      },
      provider: {
        type: "gcp",
        workers: pools.map(({ own }, place) => ({
          name: `pool-${place}`,
          machine: { type: "large", architecture: "amd64", image: { name: "gardenlinux", version: "1.0.0" } },
          cri: { name: "containerd" },
          minimum: 1,
          maximum: 3,
          ...(own !== undefined && { kubernetes: { version: own } }),
        })),
      },
    },
  }));

function outlookOf(given: Shoot, spec: CloudProfileSpec, now = start): ForecastVariant | undefined {
  // One Gardener release suffices; tests of the policy core cover the others.
  const edition = { gardenlet: newestGardenerRelease, apiServer: newestGardenerRelease };
  const told = forecastShoot(given, spec, { now, horizon: start + 200 * dayMs, edition });
  return told.outcome === "foreseen" ? told : undefined;
}

const runs = { seed: 7, numRuns: 60 };

describe("whatever the fleet", () => {
  it("each lane's rows are exactly its steps and dead ends, with the policy core's own dates", () => {
    fc.assert(
      fc.property(shoot, profile, (given, spec) => {
        const outlook = outlookOf(given, spec);
        if (outlook === undefined) return;
        for (const lane of outlook.lanes) {
          const rows = forecastRows(outlook, formatVersionedComponent(lane.id));
          const hops = rows.flatMap((row) => (row.kind === "hop" ? [row.hop] : []));
          const deadEnds = rows.flatMap((row) => (row.kind === "dead-end" ? [row.deadEnd] : []));
          // The objects come unchanged from the policy core, so all dates and targets are the same.
          expect(hops.length === lane.hops.length && lane.hops.every((hop) => hops.includes(hop))).toBe(true);
          expect(deadEnds.length === lane.deadEnds.length && lane.deadEnds.every((end) => deadEnds.includes(end))).toBe(
            true,
          );
          const isDated = rows.every((row) => {
            if (row.kind === "hop") return row.at === row.hop.earliestAt;
            return row.kind === "rejection" || row.at === row.deadEnd.fromAt;
          });
          expect(isDated).toBe(true);
        }
      }),
      runs,
    );
  });

  it("the table of all lanes leaves out only what pools do by following, is in time order, and names each row once", () => {
    fc.assert(
      fc.property(shoot, profile, (given, spec) => {
        const outlook = outlookOf(given, spec);
        if (outlook === undefined) return;
        const rows = forecastRows(outlook);
        const own = outlook.lanes.filter(({ followsControlPlane }) => !followsControlPlane);
        const expected = own.reduce((sum, { hops, deadEnds }) => sum + hops.length + deadEnds.length, 0);
        expect(rows).toHaveLength(expected + outlook.rejections.length);
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
        expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).sort((a, b) => a - b));
      }),
      runs,
    );
  });

  it("the ladder covers its whole span without a gap, moves with each step, and is stuck in each dead end", () => {
    fc.assert(
      fc.property(shoot, profile, (given, spec) => {
        const outlook = outlookOf(given, spec);
        if (outlook === undefined) return;
        const span = upcomingVersionsSpanOf(outlook.lanes, start);
        const lives = createVersionLifeLookup(spec, start);
        for (const lane of outlook.lanes) {
          const drawn = stretchesOfForecast(lane, span, lives);
          expect(drawn.at(0)?.fromAt).toBe(span.fromAt);
          expect(drawn.at(-1)?.untilAt).toBe(span.untilAt);
          for (const [index, stretch] of drawn.entries()) {
            expect(stretch.untilAt).toBeGreaterThan(stretch.fromAt);
            if (index > 0) expect(stretch.fromAt).toBe(drawn[index - 1]?.untilAt);
          }
          for (const { earliestAt, to } of lane.hops) {
            const shared = lane.hops.filter((hop) => hop.earliestAt === earliestAt).length > 1;
            if (!shared) expect(drawn.find(({ fromAt }) => fromAt === earliestAt)?.version).toBe(to);
          }
          const stuckAt = (at: number) => drawn.some((one) => one.fromAt <= at && at < one.untilAt && one.stuck);
          for (const { fromAt, version } of lane.deadEnds) {
            const stays = drawn.some((one) => one.fromAt <= fromAt && fromAt < one.untilAt && one.version === version);
            if (stays) expect(stuckAt(fromAt)).toBe(true);
          }
        }
      }),
      runs,
    );
  });

  it("nothing differs from itself, also a little later in the same open window", () => {
    fc.assert(
      fc.property(shoot, profile, (given, spec) => {
        const outlook = outlookOf(given, spec);
        if (outlook === undefined) return;
        const rows = forecastRows(outlook);
        expect(compareForecastRows(rows, rows)).toEqual(rows);
        const later = outlookOf(given, spec, start + 1_000);
        const signature = (one: ForecastVariant) => forecastSignature({ outcome: "foreseen", ...one });
        if (later) expect(signature(later)).toBe(signature(outlook));
      }),
      runs,
    );
  });
});

test("compared with another world every row is the same, moved, new, or gone; and none is lost", () => {
  fc.assert(
    fc.property(shoot, profile, profile, (given, spec, other) => {
      const [before, after] = [outlookOf(given, spec), outlookOf(given, other)];
      if (before === undefined || after === undefined) return;
      const [old, next] = [forecastRows(before), forecastRows(after)];
      const rows = compareForecastRows(old, next);
      expect(rows.filter(({ change }) => change !== "gone").map(({ key }) => key)).toEqual(next.map(({ key }) => key));
      const told = new Set(rows.map(({ key }) => key));
      expect(old.every(({ key }) => told.has(key))).toBe(true);
      expect(rows.every((row) => (row.change === "moved") === "before" in row)).toBe(true);
    }),
    runs,
  );
});

test("a lane is written in the address so that it can be read again", () => {
  const lanes = [
    { kind: "control-plane" },
    { kind: "pool-kubernetes", pool: "data" },
    { kind: "pool-image", pool: "data" },
  ] as const;
  for (const lane of lanes) expect(parseVersionedComponent(formatVersionedComponent(lane))).toEqual(lane);
  for (const text of ["", "pool", "pool/data", "pool/data/kubelet", "pool//image", "control-plane/x"]) {
    expect(parseVersionedComponent(text)).toBeUndefined();
  }
});
