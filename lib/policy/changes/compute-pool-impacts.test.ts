import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ShootCredentialsRotation, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { isPoolUpdatedInPlace } from "../versions/filter-image.ts";
import { computePoolImpacts, type PoolImpactKind } from "./compute-pool-impacts.ts";
import { poolHash, poolHashData } from "./pool-hash.ts";

interface State {
  readonly spec: ShootSpec;
  readonly rotation: ShootCredentialsRotation;
}

const start: State = {
  spec: {
    kubernetes: { version: "1.33.4", kubelet: { kubeReserved: { cpu: "80m", memory: "1Gi" } } },
    provider: {
      type: "aws",
      workers: ["AutoRollingUpdate", "AutoInPlaceUpdate", "ManualInPlaceUpdate"].map((updateStrategy, index) => ({
        name: `pool-${index}`,
        updateStrategy,
        machine: { type: "m5.large", image: { name: "gardenlinux", version: "1592.1.0" } },
        minimum: 1,
        maximum: 3,
      })),
    },
  },
  rotation: {},
};

const version = fc.constantFrom("1.33.4", "1.33.5", "1.34.0", "1.34.1", "1.35.2");
const instant = fc.constantFrom("2026-01-05T10:00:00Z", "2026-08-20T10:00:00Z");
const kubelet = fc.record(
  {
    kubeReserved: fc.constantFrom({ cpu: "80m" }, { cpu: "0.08" }, { cpu: "1" }),
    evictionHard: fc.constantFrom({ memoryAvailable: "100Mi" }, { memoryAvailable: "5%" }),
    cpuManagerPolicy: fc.constantFrom("none", "static"),
    maxPods: fc.integer({ min: 50, max: 52 }),
    imageMinimumGCAge: fc.constantFrom("2m", "5m"),
  },
  { requiredKeys: [] },
);

type Mutation = (state: State) => State;

function onPool(index: number, change: (pool: Worker) => Worker): Mutation {
  return ({ spec, rotation }) => ({
    rotation,
    spec: {
      ...spec,
      provider: {
        ...spec.provider,
        workers: workerPoolsOf(spec).map((pool, at) => (at === index ? change(pool) : pool)),
      },
    },
  });
}

function onSpec(change: (spec: ShootSpec) => ShootSpec): Mutation {
  return ({ spec, rotation }) => ({ spec: change(spec), rotation });
}

const poolIndex = fc.integer({ min: 0, max: 2 });
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  version.map((value) => onSpec((spec) => ({ ...spec, kubernetes: { ...spec.kubernetes, version: value } }))),
  kubelet.map((value) => onSpec((spec) => ({ ...spec, kubernetes: { ...spec.kubernetes, kubelet: value } }))),
  fc.boolean().map((enabled) => onSpec((spec) => ({ ...spec, systemComponents: { nodeLocalDNS: { enabled } } }))),
  fc
    .constantFrom("IPVS", "IPTables")
    .map((mode) =>
      onSpec((spec) => ({ ...spec, kubernetes: { ...spec.kubernetes, kubeProxy: { enabled: true, mode } } })),
    ),
  fc
    .tuple(poolIndex, version)
    .map(([at, value]) => onPool(at, (pool) => ({ ...pool, kubernetes: { version: value } }))),
  fc
    .tuple(poolIndex, kubelet)
    .map(([at, value]) => onPool(at, (pool) => ({ ...pool, kubernetes: { kubelet: value } }))),
  poolIndex.map((at) => onPool(at, (pool) => ({ ...pool, kubernetes: null }))),
  fc
    .tuple(poolIndex, fc.constantFrom("m5.large", "m5.xlarge"))
    .map(([at, type]) => onPool(at, (pool) => ({ ...pool, machine: { ...pool.machine, type } }))),
  fc
    .tuple(poolIndex, fc.constantFrom("1592.1.0", "1592.2.0"))
    .map(([at, value]) =>
      onPool(at, (pool) => ({ ...pool, machine: { ...pool.machine, image: { name: "gardenlinux", version: value } } })),
    ),
  fc
    .tuple(poolIndex, fc.constantFrom("50Gi", "51200Mi"))
    .map(([at, size]) => onPool(at, (pool) => ({ ...pool, volume: { type: "ssd", size } }))),
  fc
    .tuple(poolIndex, fc.integer({ min: 0, max: 9 }))
    .map(([at, maximum]) => onPool(at, (pool) => ({ ...pool, maximum }))),
  fc
    .tuple(poolIndex, fc.constantFrom("a", "b"))
    .map(([at, note]) => onPool(at, (pool) => ({ ...pool, annotations: { note } }))),
  fc.tuple(fc.constantFrom("certificateAuthorities", "serviceAccountKey"), instant).map(
    ([family, at]): Mutation =>
      ({ spec, rotation }) => ({ spec, rotation: { ...rotation, [family]: { lastInitiationTime: at } } }),
  ),
  instant.map(
    (at): Mutation =>
      ({ spec, rotation }) => ({
        spec,
        rotation: {
          ...rotation,
          certificateAuthorities: { lastInitiationTime: at, pendingWorkersRollouts: [{ name: "pool-0" }] },
        },
      }),
  ),
);

const updates: ReadonlySet<PoolImpactKind> = new Set(["rollingUpdate", "inPlaceAuto", "inPlaceManual"]);

describe("seeded walks through 12,000 neighbouring specs", () => {
  test.each([1, 2, 3, 4])(
    "a pool is said to roll, or to be updated in place, exactly when its hash changes (walk %i)",
    (walk) => {
      const mutations = fc.sample(mutation, { numRuns: caseCount(500, 3_000), seed: 20_261_120 + walk });
      let state = start;
      let hashes = hashesOf(state);
      let rolled = 0;
      const wrong: string[] = [];
      for (const mutate of mutations) {
        const next = mutate(state);
        const impacts = computePoolImpacts({
          old: state.spec,
          new: next.spec,
          oldRotation: state.rotation,
          newRotation: next.rotation,
        });
        const nextHashes = hashesOf(next);
        for (const { name } of workerPoolsOf(next.spec)) {
          const changed = hashes.get(name) !== nextHashes.get(name);
          const kind = impacts.get(name)?.impact ?? "none";
          if (updates.has(kind) !== changed)
            wrong.push(`${name}: ${kind} although the hash ${changed ? "changed" : "did not"}`);
          if (changed) rolled += 1;
        }
        state = next;
        hashes = nextHashes;
      }
      expect(wrong).toEqual([]);
      expect([...hashes.keys()]).toEqual(workerPoolsOf(start.spec).map(({ name }) => name));
      expect(rolled).toBeGreaterThan(250);
    },
    30_000,
  );
});

/** The hash of each worker pool, by pool name. */
function hashesOf({ spec, rotation }: State): ReadonlyMap<string, string> {
  return new Map(
    workerPoolsOf(spec).map((pool) => {
      const hash = poolHash(poolHashData({ spec, pool, rotation }).map(({ value }) => value));
      return [pool.name, `${isPoolUpdatedInPlace(pool)}${hash}`];
    }),
  );
}
