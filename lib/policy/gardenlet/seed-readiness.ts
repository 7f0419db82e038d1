import type { Seed } from "#lib/garden/seed.ts";

/** The conditions without which gardenlet begins no flow on its Seed. */
const requiredConditions = ["GardenletReady", "SeedSystemComponentsHealthy"] as const;

/** Why gardenlet begins no flow on its Seed, and asks again every 15 seconds. */
export type SeedProblem =
  /** The status is that of another gardenlet than the one that asks. */
  | { readonly id: "other-gardenlet" }
  | { readonly id: "generation-not-observed" }
  | { readonly id: "conditions"; readonly types: readonly string[] };

/** A gardenlet as it names itself in the status of what it has worked on. */
export type GardenletIdentity = NonNullable<NonNullable<Seed["status"]>["gardener"]>;

function isSame(a: GardenletIdentity | null | undefined, b: GardenletIdentity): boolean {
  return a?.id === b.id && a?.name === b.name && a?.version === b.version;
}

/**
 * Why gardenlet does not begin a flow on its Seed; undefined when it would. A Seed in deletion counts as ready, so that
 * its Shoots can go.
 *
 * @param identity the gardenlet that asks; when it is not known, whoever wrote the status counts as that one
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler.go (checkSeed), pkg/utils/kubernetes/health/seed.go
 */
export function seedProblem({ metadata, status }: Seed, identity?: GardenletIdentity): SeedProblem | undefined {
  if (metadata.deletionTimestamp) return undefined;
  if (identity && !isSame(status?.gardener, identity)) return { id: "other-gardenlet" };
  if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0)) return { id: "generation-not-observed" };
  const conditions = status?.conditions ?? [];
  const types = requiredConditions.filter(
    (type) => conditions.find((condition) => condition?.type === type)?.status !== "True",
  );
  return types.length === 0 ? undefined : { id: "conditions", types };
}
