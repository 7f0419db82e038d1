import type { Condition } from "#lib/garden/condition.ts";
import type { Seed } from "#lib/garden/seed.ts";

/** Seed conditions required for gardenlet to start a flow. */
const requiredConditions = ["GardenletReady", "SeedSystemComponentsHealthy"] as const;

/** Why gardenlet starts no reconciliation flow on its Seed; gardenlet checks this again every 15 seconds. */
export type SeedProblem =
  /** The status of the Seed was written by another gardenlet than the responsible one. */
  | { readonly id: "other-gardenlet" }
  | { readonly id: "generation-not-observed" }
  | { readonly id: "conditions"; readonly types: readonly string[] };

/** Identity of a gardenlet as written to the status of the objects it reconciles. */
export type GardenletIdentity = NonNullable<NonNullable<Seed["status"]>["gardener"]>;

function isSame(a: GardenletIdentity | null | undefined, b: GardenletIdentity): boolean {
  return a?.id === b.id && a?.name === b.name && a?.version === b.version;
}

/**
 * Why gardenlet starts no flow on its Seed; undefined when it would. A Seed in deletion counts as ready, so that its
 * Shoots can be deleted.
 *
 * @param identity the responsible gardenlet; when unknown, the gardenlet in the status is assumed to be that one
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler.go (checkSeed), pkg/utils/kubernetes/health/seed.go
 */
export function findSeedProblem({ metadata, status }: Seed, identity?: GardenletIdentity): SeedProblem | undefined {
  if (metadata.deletionTimestamp) return undefined;
  if (identity && !isSame(status?.gardener, identity)) return { id: "other-gardenlet" };
  if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0)) return { id: "generation-not-observed" };
  const types = unmetSeedConditions(status?.conditions ?? []);
  return types.length === 0 ? undefined : { id: "conditions", types };
}

/** Conditions of a Seed that are not True, and without which its gardenlet starts no flow. */
export function unmetSeedConditions(
  conditions: readonly (Pick<Condition, "type" | "status"> | null)[],
): readonly string[] {
  return requiredConditions.filter((type) => conditions.find((found) => found?.type === type)?.status !== "True");
}
