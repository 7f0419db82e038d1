import type { CloudProfileSpec } from "../../garden/cloud-profile.ts";
import type { Worker } from "../../garden/shoot.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
import type { NodeLimitViolation } from "./violation.ts";

/** How many nodes pools have at the least. */
export function fewestNodes(pools: readonly Worker[]): number {
  return pools.reduce((sum, { minimum }) => sum + (minimum ?? 0), 0);
}

/**
 * Whether pools ask for more nodes, at the least, than `limits.maxNodesTotal` of the profile allows. Undefined when they
 * do not, or when there is no limit. The API server then refuses every write of the Shoot, but not while it is deleted.
 *
 * @source Gardener: plugin/pkg/shoot/validator, validateLimits
 */
export function exceededNodeLimit(
  pools: readonly Worker[],
  { limits }: CloudProfileSpec,
  rules: EditionRules,
): NodeLimitViolation | undefined {
  const limit = limits?.maxNodesTotal;
  if (typeof limit !== "number" || rules("profile.maxNodes") === "absent") return undefined;
  const nodes = fewestNodes(pools);
  return nodes > limit ? { scope: "limits", code: "MAX_NODES_TOTAL", nodes, limit } : undefined;
}
