import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { withoutNull } from "../versions/listed-version.ts";

/** A Shoot with more nodes than its profile allows. */
export interface ExceededLimit {
  /** The minimum number of nodes of the Shoot: the sum of the pools' minimums. */
  readonly nodes: number;
  readonly limit: number;
}

/** Minimum number of nodes of a Shoot. */
export function minimumNodes({ provider }: Pick<ShootSpec, "provider">): number {
  return withoutNull(provider.workers).reduce((sum, { minimum }) => sum + (minimum ?? 0), 0);
}

/**
 * Whether a Shoot's pools need more nodes than the profile's `limits.maxNodesTotal`; undefined if not or without limit.
 * If so, the API server rejects every write of the Shoot, except during its deletion.
 *
 * @source Gardener: plugin/pkg/shoot/validator, validateLimits
 */
export function exceededNodeLimit(
  spec: Pick<ShootSpec, "provider">,
  { limits }: CloudProfileSpec,
  rules: GardenerRules,
): ExceededLimit | undefined {
  const limit = limits?.maxNodesTotal;
  if (typeof limit !== "number" || rules("profile.maxNodes") === "absent") return undefined;
  const nodes = minimumNodes(spec);
  return nodes > limit ? { nodes, limit } : undefined;
}
