import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { VersionForNewCluster } from "#lib/contract/new-cluster.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import type { ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import { forecastShoot } from "#lib/policy/forecast/forecaster.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { arbitraryProfile, arbitraryShoot, randomGardenNow } from "#lib/testing/random-garden.ts";
import { expectSameJson, testRandomCases } from "#lib/testing/test-random-cases.ts";
import { runYieldingTask } from "#lib/yielding-task.ts";
import { versionsForNewCluster, withImage, withKubernetes } from "./versions-for-new-cluster.ts";

const now = randomGardenNow;
const horizon = now + 30 * dayMs;

function versionsOf(shoot: Shoot, profile: CloudProfileSpec) {
  return runYieldingTask(versionsForNewCluster({ shoot, profile, release: {}, rules: newestRules, now, horizon }));
}

/** The Shoot as the garden stores it. */
function living(shoot: Shoot): Shoot {
  const metadata = {
    ...shoot.metadata,
    uid: "u",
    resourceVersion: "1",
    creationTimestamp: new Date(now).toISOString(),
  };
  return { ...shoot, metadata };
}

type Component = "control-plane" | "pool-image";

/** The first updates and the dead end in the forecast of a living cluster. */
function forecastOfLiving(shoot: Shoot, profile: CloudProfileSpec, [kind, pool]: readonly [Component, string?]) {
  const told = forecastShoot(living(shoot), profile, { now, horizon });
  if (told.outcome !== "foreseen") throw new Error(told.outcome);
  const lane = told.lanes.find(({ id }) => id.kind === kind && (!("pool" in id) || id.pool === pool));
  const first = (of: ForecastStep["kind"]) => {
    const [hop] = (lane?.hops ?? []).filter((each) => each.kind === of).sort((a, b) => a.earliestAt - b.earliestAt);
    if (hop === undefined) return undefined;
    const { earliestAt: earliest, latestAt, to } = hop;
    return { at: latestAt === undefined ? { earliest } : { earliest, latest: latestAt }, to };
  };
  const stuck = [...(lane?.deadEnds ?? []), ...told.rejections].filter(({ untilAt }) => untilAt === undefined);
  const from = stuck.map(({ fromAt }) => fromAt);
  return {
    forced: first("forced"),
    automatic: first("auto"),
    stuckAt: from.length > 0 ? Math.min(...from) : undefined,
  };
}

const said = ({ firstForced, firstAutomatic, deadEnd }: VersionForNewCluster) => ({
  forced: firstForced,
  automatic: firstAutomatic,
  stuckAt: deadEnd?.fromAt,
});

describe("what is said of a version", () => {
  testRandomCases(
    {
      worlds: fc.record({ shoot: arbitraryShoot, profile: arbitraryProfile }),
      tell: ({ shoot, profile }) => ({ shoot, profile, ...versionsOf(shoot, profile) }),
      runs: { seed: 20_261_130, numRuns: caseCount(300, 3_000) },
    },
    {
      "is the forecast of the cluster that is created with it": ({ shoot, profile, versions }) => {
        for (const each of versions) {
          expectSameJson(said(each), forecastOfLiving(withKubernetes(shoot, each.version), profile, ["control-plane"]));
        }
      },
      "is the forecast of the cluster whose pool is created with it": ({ shoot, profile, images }) => {
        for (const [index, { pool, versions }] of images.entries()) {
          for (const each of versions) {
            expectSameJson(
              said(each),
              forecastOfLiving(withImage(shoot, index, each.version), profile, ["pool-image", pool]),
            );
          }
        }
      },
      "names every pool": ({ shoot, images }) => {
        expectSameJson(
          images.map(({ pool }) => pool),
          workerPoolsOf(shoot.spec).map(({ name }) => name),
        );
      },
      "recommends one version at most, a supported one, and none that lasts longer is left": ({ versions, images }) => {
        for (const list of [versions, ...images.map((each) => each.versions)]) {
          const sound = list.filter(({ stage }) => stage === "supported" || stage === "unclassified");
          const best = list.filter(({ recommended }) => recommended !== undefined);
          expectSameJson(best.length, Math.min(sound.length, 1));
          const life = ({ firstForced, deadEnd, expiresAt }: VersionForNewCluster) => {
            const ends = [firstForced?.at.earliest, deadEnd?.fromAt].flatMap((at) => at ?? []);
            return ends.length > 0 ? Math.min(...ends) : (expiresAt ?? Infinity);
          };
          for (const chosen of best) {
            if (!sound.includes(chosen)) throw new Error(`${chosen.version} is ${chosen.stage}`);
            const longest = Math.max(...sound.map(life));
            if (life(chosen) < longest) throw new Error(`${chosen.version} does not last longest`);
          }
        }
      },
    },
  );
});

const end = (days: number) => new Date(Date.parse("2026-03-01T23:59:59Z") + days * dayMs).toISOString();
const profile: CloudProfileSpec = {
  kubernetes: {
    versions: [
      { version: "1.33.1", classification: "deprecated", expirationDate: end(5) },
      { version: "1.33.4", classification: "supported", expirationDate: end(10) },
      { version: "1.34.2", classification: "supported", expirationDate: end(20) },
      { version: "1.35.0", classification: "preview" },
      { version: "1.32.0", classification: "supported", expirationDate: end(-1) },
    ],
  },
  machineImages: [
    { name: "gl", versions: [{ version: "1.0.0", cri: [{ name: "containerd" }], architectures: ["amd64"] }] },
  ],
  machineTypes: [{ name: "m" }],
};
const draft: Shoot = {
  metadata: { name: "ash", namespace: "garden-p" },
  spec: {
    kubernetes: { version: "1.34.2" },
    provider: {
      type: "local",
      workers: [{ name: "a", machine: { type: "m", architecture: "amd64", image: { name: "gl", version: "1.0.0" } } }],
    },
    maintenance: {
      autoUpdate: { kubernetesVersion: true, machineImageVersion: true },
      timeWindow: { begin: "020000+0000", end: "030000+0000" },
    },
  },
};

test("each version that a new cluster may have says in one line what comes first, from the newest on", () => {
  const lines = versionsOf(draft, profile).versions.map(({ version, sentence, recommended = "" }) => [
    version,
    sentence,
    recommended,
  ]);
  expect(lines).toEqual([
    ["1.35.0", "Has no end date.", ""],
    ["1.34.2", "Lasts until 21 Mar 2026; no later version is offered yet.", "Lasts longest of the supported versions."],
    ["1.33.4", "Lasts until 12 Mar 2026, when maintenance forces it to 1.34.2.", ""],
    ["1.33.1", "Maintenance updates it to 1.33.4 on 2 Mar 2026.", ""],
  ]);
  expect(versionsOf(draft, profile).images).toEqual([
    {
      pool: "a",
      versions: [
        {
          version: "1.0.0",
          stage: "unclassified",
          sentence: "Has no end date.",
          recommended: "The newest supported version without an end date.",
        },
      ],
    },
  ]);
});

test("an update whose interval ends on another day is dated by its earliest day only", () => {
  const overMidnight = { begin: "233000+0000", end: "003000+0000" };
  const maintenance = { ...draft.spec.maintenance, timeWindow: overMidnight };
  const { versions } = versionsOf({ ...draft, spec: { ...draft.spec, maintenance } }, profile);
  const lines = new Map(versions.map(({ version, sentence }) => [version, sentence]));
  expect(lines.get("1.33.4")).toMatch(/^Lasts until \d+ Mar 2026 at least; then maintenance forces it to 1\.34\.2\.$/);
  expect(lines.get("1.33.1")).toMatch(/^Maintenance updates it to 1\.33\.4, on \d+ Mar 2026 at the earliest\.$/);
});

test("a draft that no forecast can read still has its versions, and says which field is the matter", () => {
  const broken = {
    ...draft,
    spec: { ...draft.spec, provider: { type: "local", workers: [{ name: "a", machine: { ...{ type: 7 } } }] } },
  };
  const [newest] = versionsOf(JSON.parse(JSON.stringify(broken)), profile).versions;
  expect(newest).toEqual({
    version: "1.35.0",
    stage: "preview",
    sentence: "There is no forecast because spec.provider.workers[0].machine.type of the cluster cannot be read.",
  });
});

test("pools for which too many forecasts would be needed have no list rather than an empty one", () => {
  const versions = Array.from({ length: 60 }, (_, index) => ({
    version: `1.0.${index}`,
    cri: [{ name: "containerd" }],
    architectures: ["amd64"],
  }));
  const [pool] = workerPoolsOf(draft.spec);
  if (pool === undefined) throw new Error("the draft has no pool");
  const withPools = (count: number) => {
    const workers = Array.from({ length: count }, (_, index) => ({ ...pool, name: `pool-${index}` }));
    const many = { ...draft, spec: { ...draft.spec, provider: { type: "local", workers } } };
    const told = versionsOf(many, { ...profile, machineImages: [{ name: "gl", versions }] });
    return [told.versions.length, ...told.images.map((each) => [each.pool, each.versions.length])];
  };
  expect(withPools(3)).toEqual([4, ["pool-0", 60], ["pool-1", 60]]);
  // The newest versions go first.
  expect(withPools(250)).toEqual([4]);
});
