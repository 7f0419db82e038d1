import fc from "fast-check";
import { expect, test } from "vitest";
import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { createForecaster } from "../forecaster.ts";
import {
  createExpiryRelevanceCheck,
  createVersionEndOutcome,
  isVersionInProfile,
  type VersionEndOutcome,
  versionEndShift,
  withVersionEnd,
} from "./version-end-outcomes.ts";

const now = Date.parse("2026-03-01T10:00:00Z");
const options = { now, horizon: now + 200 * dayMs };
const inDays = (days: number) => now + days * dayMs;

function shootOn(
  version: string,
  { image = "1.0.0", autoUpdate = true, own = undefined as string | undefined } = {},
): Shoot {
  return {
    metadata: { name: "any", namespace: "garden-p" },
    spec: {
      kubernetes: { version },
      provider: {
        type: "local",
        workers: [
          {
            name: "a",
            machine: { type: "m", image: { name: "gardenlinux", version: image } },
            ...(own !== undefined && { kubernetes: { version: own } }),
          },
        ],
      },
      maintenance: {
        autoUpdate: { kubernetesVersion: autoUpdate, machineImageVersion: autoUpdate },
        timeWindow: { begin: "020000+0000", end: "030000+0000" },
      },
    },
    status: { gardener: { version: "v1.149.3" } },
  };
}

function profileOf(kubernetes: readonly ExpirableVersion[], images: readonly ExpirableVersion[]): CloudProfileSpec {
  const machine = { cri: [{ name: "containerd" }], architectures: ["amd64"] };
  return {
    kubernetes: { versions: kubernetes },
    machineImages: [{ name: "gardenlinux", versions: images.map((one) => ({ ...one, ...machine })) }],
    machineTypes: [{ name: "m" }],
  };
}

const images = [{ version: "1.0.0" }, { version: "1.0.1" }];

function outcomesOf(
  spec: CloudProfileSpec,
  shoot: Shoot,
  named: { image?: string; version: string },
  days: readonly number[],
) {
  return days.map((each) => createVersionEndOutcome(withVersionEnd(spec, named, inDays(each)), named, options)(shoot));
}

function outcomes(...given: Parameters<typeof outcomesOf>) {
  return outcomesOf(...given).map(({ kind }) => kind);
}

test("a cluster is forced off a version that ends, stuck where nothing follows, and neither once it has left", () => {
  const spec = profileOf([{ version: "1.32.1" }, { version: "1.33.1" }], images);
  const pinned = shootOn("1.32.1", { autoUpdate: false });
  expect(outcomes(spec, pinned, { version: "1.32.1" }, [10, 100, 300])).toEqual(["forced", "forced", "neither"]);
  expect(outcomes(spec, shootOn("1.33.1"), { version: "1.33.1" }, [10])).toEqual(["stuck"]);
  const patched = profileOf([{ version: "1.32.1" }, { version: "1.32.2" }, { version: "1.33.1" }], images);
  expect(outcomes(patched, shootOn("1.32.1"), { version: "1.32.1" }, [10])).toEqual(["neither"]);
  expect(outcomes(patched, pinned, { image: "gardenlinux", version: "1.0.0" }, [10])).toEqual(["forced"]);
});

test("a cluster that comes to the version later counts from then on", () => {
  const spec = profileOf(
    [{ version: "1.31.1", expirationDate: "2026-04-01T00:00:00Z" }, { version: "1.32.1" }],
    images,
  );
  const named = { version: "1.32.1" };
  expect(outcomes(spec, shootOn("1.31.1"), named, [60, 300])).toEqual(["stuck", "neither"]);
  const other = profileOf([{ version: "1.31.1" }, { version: "1.32.1" }], images);
  expect(outcomes(other, shootOn("1.31.1", { autoUpdate: false }), named, [60])).toEqual(["neither"]);
});

test("a cluster that has the version is told from one that an update brings there", () => {
  const spec = profileOf(
    [{ version: "1.31.1", expirationDate: "2026-04-01T00:00:00Z" }, { version: "1.32.1" }],
    images,
  );
  const hasNow = (shoot: Shoot) => outcomesOf(spec, shoot, { version: "1.32.1" }, [60])[0]?.hasVersionNow;
  expect(hasNow(shootOn("1.31.1"))).toBe(false);
  expect(hasNow(shootOn("1.32.1"))).toBe(true);
  expect(hasNow(shootOn("1.31.1", { own: "1.32.1" })), "a pool's own version counts").toBe(true);
});

test.each<[Partial<VersionEndOutcome>, Partial<VersionEndOutcome>, string | undefined]>([
  [{ kind: "stuck", at: 10 }, { kind: "neither" }, "freed"],
  [{ kind: "stuck", at: 10 }, { kind: "forced", at: 10 }, "freed"],
  [{ kind: "stuck", at: 10 }, { kind: "stuck", at: 20 }, "stuckLater"],
  [{ kind: "stuck", at: 10 }, { kind: "stuck", at: 5 }, "stuckEarlier"],
  [{ kind: "forced", at: 10 }, { kind: "forced", at: 20 }, "forcedLater"],
  [{ kind: "forced", at: 10 }, { kind: "forced", at: 5 }, "forcedEarlier"],
  [{ kind: "forced", at: 10 }, { kind: "forced", at: 10 }, undefined],
  [{ kind: "forced", at: 10 }, { kind: "stuck", at: 20 }, undefined],
  [{ kind: "neither" }, { kind: "forced", at: 20 }, undefined],
])("two outcomes differ by what becomes of a cluster: %o, %o is %s", (before, after, shift) => {
  const whole = (part: Partial<VersionEndOutcome>) => ({ kind: "neither" as const, hasVersionNow: true, ...part });
  expect(versionEndShift(whole(before), whole(after))).toBe(shift);
});

test("an end is written where the version has its own: in the lifecycle, or as an expiration date", () => {
  const lifecycle = [{ classification: "supported" }, { classification: "expired", startTime: "2026-05-01T00:00:00Z" }];
  const spec = profileOf([{ version: "1.32.1", lifecycle }, { version: "1.33.1" }], images);
  const end = Date.parse("2026-06-30T23:59:59Z");
  const listed = (endsAt: number | undefined) =>
    withVersionEnd(spec, { version: "1.32.1" }, endsAt).kubernetes?.versions;
  expect(listed(end)?.[0]).toEqual({
    version: "1.32.1",
    lifecycle: [{ classification: "supported" }, { classification: "expired", startTime: "2026-07-01T00:00:00Z" }],
  });
  expect(listed(undefined)?.[0]).toEqual({ version: "1.32.1", lifecycle: [{ classification: "supported" }] });
  expect(listed(end)?.[1]).toEqual({ version: "1.33.1" });
  const image = withVersionEnd(spec, { image: "gardenlinux", version: "1.0.1" }, end).machineImages?.[0]?.versions?.[1];
  expect(image?.expirationDate).toBe("2026-06-30T23:59:59Z");
});

const versions = ["1.31.1", "1.32.1", "1.32.2", "1.33.1", "1.34.0"];
const fate = fc.record({
  classification: fc.constantFrom("supported", "deprecated", "preview"),
  end: fc.option(fc.integer({ min: -10, max: 150 }), { nil: undefined }),
});
const listOf = (texts: readonly string[]) =>
  fc
    .tuple(
      fc.subarray([...texts], { minLength: 1 }),
      fc.array(fate, { minLength: texts.length, maxLength: texts.length }),
    )
    .map(([kept, fates]) =>
      kept.map((version, index) => {
        const { classification = "supported", end } = fates[index] ?? {};
        return {
          version,
          classification,
          ...(end !== undefined && { expirationDate: new Date(inDays(end)).toISOString() }),
        };
      }),
    );

const imageVersions = ["1.0.0", "1.0.1", "1.1.0", "2.0.0"];
const cases = fc.record({
  spec: fc.tuple(listOf(versions), listOf(imageVersions)).map(([kubernetes, listed]) => profileOf(kubernetes, listed)),
  version: fc.constantFrom(...versions),
  image: fc.constantFrom(...imageVersions),
  own: fc.option(fc.constantFrom(...versions), { nil: undefined }),
  autoUpdate: fc.boolean(),
  named: fc.oneof(
    fc.constantFrom(...versions).map((each) => ({ version: each })),
    fc.constantFrom(...imageVersions).map((each) => ({ image: "gardenlinux", version: each })),
  ),
  days: fc.integer({ min: -5, max: 190 }),
});

test("whatever the profile, a cluster that is not concerned is untouched by every end", () => {
  const seen = { concerned: 0, other: 0 };
  fc.assert(
    fc.property(cases, ({ spec, version, image, own, autoUpdate, named, days }) => {
      const shoot = shootOn(version, { image, own, autoUpdate });
      fc.pre(isVersionInProfile(spec, named));
      const [endless, ended] = [undefined, inDays(days)].map((end) => withVersionEnd(spec, named, end));
      if (endless === undefined || ended === undefined) return;
      const isConcerned = createExpiryRelevanceCheck({ endless, ended }, options)(shoot);
      seen[isConcerned ? "concerned" : "other"] += 1;
      if (isConcerned) return;
      const found = outcomes(spec, shoot, named, [days, days + 40, 400]);
      expect(found).toEqual(["neither", "neither", "neither"]);
    }),
    { numRuns: caseCount(1_000, 20_000) },
  );
  expect(Math.min(seen.concerned, seen.other)).toBeGreaterThan(100);
});

test("whatever the profile, an end frees, forces and blocks those clusters whose two full forecasts say so", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(
      cases,
      fc.integer({ min: -5, max: 190 }),
      ({ spec, version, image, own, autoUpdate, named, days }, to) => {
        const shoot = shootOn(version, { image, own, autoUpdate });
        fc.pre(isVersionInProfile(spec, named));
        const both = [days, to].map((each) => {
          const forecast = createForecaster(withVersionEnd(spec, named, inDays(each))).forecast(shoot, options);
          if (forecast.outcome !== "foreseen") return {};
          const lanes = forecast.lanes.filter(({ id }) => (id.kind === "pool-image") === "image" in named);
          const stuck = lanes.flatMap(({ deadEnds }) => deadEnds).filter((end) => end.version === named.version);
          const hops = lanes.flatMap((lane) => lane.hops).filter((hop) => hop.from === named.version);
          return {
            stuck: stuck.map(({ fromAt }) => fromAt).sort((a, b) => a - b)[0],
            forced: hops
              .filter(({ kind }) => kind === "forced")
              .map(({ earliestAt }) => earliestAt)
              .sort((a, b) => a - b)[0],
          };
        });
        const [was = {}, is = {}] = both;
        const [before, after] = outcomesOf(spec, shoot, named, [days, to]);
        if (before === undefined || after === undefined) throw new Error("one outcome for each end");
        const told = both.map(({ stuck, forced }) =>
          stuck !== undefined ? "stuck" : forced !== undefined ? "forced" : "neither",
        );
        expect([before.kind, after.kind]).toEqual(told);
        const shift = versionEndShift(before, after);
        seen.set(shift ?? "none", (seen.get(shift ?? "none") ?? 0) + 1);
        expect(shift === "freed").toBe(was.stuck !== undefined && is.stuck === undefined);
        if (shift === "stuckEarlier" || shift === "stuckLater") {
          expect(Math.sign((is.stuck ?? 0) - (was.stuck ?? 0))).toBe(shift === "stuckLater" ? 1 : -1);
        }
        if (shift === "forcedEarlier" || shift === "forcedLater") {
          expect(Math.sign((is.forced ?? 0) - (was.forced ?? 0))).toBe(shift === "forcedLater" ? 1 : -1);
        }
      },
    ),
    { numRuns: caseCount(1_000, 20_000) },
  );
  for (const shift of ["freed", "stuckEarlier", "stuckLater", "forcedEarlier", "forcedLater", "none"]) {
    expect(seen.get(shift), shift).toBeGreaterThan(5);
  }
});
