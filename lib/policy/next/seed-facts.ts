import type { Seed } from "#lib/garden/seed.ts";
import { isReconciliationDisabledOnSeed } from "../gardenlet/predict-gardenlet-decision.ts";
import { findSeedProblem, type SeedProblem } from "../gardenlet/seed-readiness.ts";

/** Facts about a Seed that affect its Shoots. */
export interface SeedFacts {
  readonly name: string;
  /** Whether the operator has stopped all reconciliations on the Seed. */
  readonly stopped: boolean;
  /** Why gardenlet starts no reconciliation flow on the Seed; absent when it would. */
  readonly problem?: SeedProblem["id"] | undefined;
  /** Since when the Seed's gardenlet is silent (RFC 3339, empty when unknown); absent when it is not silent. */
  readonly silentSince?: string | undefined;
  /** The release of the Seed's gardenlet, such as `v1.150.0`. */
  readonly release?: string | undefined;
}

/**
 * Reads the facts about a Seed that affect its Shoots. A gardenlet that has not renewed its lease for 40 seconds is
 * silent: Gardener then sets `GardenletReady` to Unknown.
 *
 * @source Gardener: pkg/controllermanager/controller/gardenletlifecycle
 */
export function seedFacts(seed: Seed): SeedFacts {
  const ready = seed.status?.conditions?.find((condition) => condition?.type === "GardenletReady");
  const problem = findSeedProblem(seed);
  const release = seed.status?.gardener?.version;
  return {
    name: seed.metadata.name,
    stopped: isReconciliationDisabledOnSeed(seed),
    ...(problem && { problem: problem.id }),
    ...(ready?.status === "Unknown" && { silentSince: ready.lastTransitionTime ?? "" }),
    ...(release && { release }),
  };
}
