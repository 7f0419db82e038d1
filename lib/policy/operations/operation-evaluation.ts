import type { GardenerRules } from "../editions/gardener-rules.ts";
import type { AccessRule } from "./access-rules.ts";
import { operationCatalogue } from "./catalogue.ts";
import type { CatalogueEntry, NodeEffect } from "./catalogue-entry.ts";
import type { DualApproval } from "./deletion.ts";
import type { OperationDecision, OperationReason } from "./reasons.ts";
import type { ShootFacts } from "./shoot-facts.ts";
import type { OperationId } from "./vocabulary.ts";

/** A requested operation. */
export interface OperationRequest {
  readonly id: OperationId;
  /** Pools of a rollout operation; `["*"]` for all. */
  readonly pools?: readonly string[] | undefined;
  /** `in-window` plans the operation for the maintenance window, through the maintenance operation annotation. */
  readonly when?: "now" | "in-window" | undefined;
  /** Seed to which `migrate-control-plane` moves the control plane; undefined for a move to whichever Seed. */
  readonly seed?: string | undefined;
}

/** Facts besides the Shoot that decide which operations are possible. All are optional: unknown facts deny nothing. */
export interface OperationContext {
  readonly rules?: GardenerRules | undefined;
  /** Result of the access review for a permission; undefined when not available. */
  readonly can?: ((rule: AccessRule) => boolean | undefined) | undefined;
  /** Whether the Seed's emergency stop is active, so that gardenlet reconciles nothing on the Seed. */
  readonly seedEmergencyStop?: boolean | undefined;
  /** Whether the Seed's gardenlet does not renew its lease. */
  readonly seedSilent?: boolean | undefined;
  /** Whether gardenlet starts no flow because its Seed is not ready. */
  readonly seedNotReady?: boolean | undefined;
  /** Whether the next maintenance run changes the spec, where known. */
  readonly maintenanceChanges?: boolean | undefined;
  readonly user?: string | undefined;
  readonly dualApproval?: readonly DualApproval[] | undefined;
  readonly managedSeed?: boolean | undefined;
}

/** Effects of an operation when the API server accepts it. */
export interface OperationEffects {
  readonly nodes: NodeEffect;
  /** Pools whose nodes are replaced or updated, as far as the operation itself determines it. */
  readonly pools: readonly string[];
  readonly generationDelta: 0 | 1;
  readonly takenBy: CatalogueEntry["takenBy"] | "nobody";
  readonly irreversible: boolean;
}

/** Result of evaluating an operation: decision, reasons, effects and hints. */
export interface OperationEvaluation {
  readonly decision: OperationDecision;
  readonly reasons: readonly OperationReason[];
  /** Whether the API server would accept the operation, so that only Almanac denies or hides it. */
  readonly stricterThanServer: boolean;
  readonly effects: OperationEffects;
  readonly hints: readonly OperationReason[];
}

/** Reasons for and against an operation, by weight. */
export interface ReasonsByWeight {
  readonly denied?: readonly OperationReason[] | undefined;
  readonly deniedByUs?: readonly OperationReason[] | undefined;
  readonly hidden?: readonly OperationReason[] | undefined;
  readonly latent?: readonly OperationReason[] | undefined;
  readonly cautions?: readonly OperationReason[] | undefined;
  readonly hints?: readonly OperationReason[] | undefined;
  readonly generationDelta?: 0 | 1 | undefined;
  /** Whether the API server silently drops the operation. */
  readonly vanishes?: boolean | undefined;
}

const noReasons: readonly OperationReason[] = [];
const noPools: readonly string[] = [];

function withoutPools(pools: readonly string[], left: readonly string[]): readonly string[] {
  const names = new Set(left);
  return pools.filter((pool) => !names.has(pool));
}

/** The pools whose nodes the operation affects. */
function poolsOfEffect(nodes: NodeEffect, facts: ShootFacts, named: readonly string[] | undefined): readonly string[] {
  switch (nodes) {
    case "none":
    case "pending-changes":
    case "maintenance":
      return noPools;
    case "rolls":
    case "all-vanish":
      return facts.pools;
    case "rolls-named":
      if (!named?.includes("*")) return named ?? noPools;
      return withoutPools(facts.pools, facts.inPlacePools);
    case "in-place":
      return facts.inPlacePools;
    default:
      return nodes satisfies never;
  }
}

/** The decision for each kind of reason, strongest first. */
const weights = [
  ["hidden", "hide"],
  ["denied", "deny"],
  ["deniedByUs", "deny"],
  ["latent", "latent"],
  ["cautions", "caution"],
] as const;

function effectsOf(request: OperationRequest, facts: ShootFacts, weighed: ReasonsByWeight): OperationEffects {
  const { nodes, takenBy, irreversible } = operationCatalogue[request.id];
  return {
    nodes,
    pools: poolsOfEffect(nodes, facts, request.pools),
    generationDelta: weighed.generationDelta ?? 0,
    takenBy: weighed.vanishes ? "nobody" : takenBy,
    irreversible,
  };
}

/** Derives the decision about an operation by priority: hide, deny, then no effect now (`latent`), then caution. */
export function evaluationFromReasons(
  request: OperationRequest,
  facts: ShootFacts,
  weighed: ReasonsByWeight,
): OperationEvaluation {
  const [kind, decision] = weights.find(([one]) => weighed[one]?.length) ?? [undefined, "allow" as const];
  const reasons = (kind && weighed[kind]) ?? noReasons;
  return {
    decision,
    reasons: kind === "latent" ? [...reasons, ...(weighed.cautions ?? noReasons)] : reasons,
    stricterThanServer: kind === "deniedByUs",
    effects: effectsOf(request, facts, weighed),
    hints: weighed.hints ?? noReasons,
  };
}
