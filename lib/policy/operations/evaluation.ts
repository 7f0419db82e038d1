import type { GardenerRules } from "../editions/gardener-rules.ts";
import type { AccessRule } from "./access-rules.ts";
import { operationCatalogue } from "./catalogue.ts";
import type { CatalogueEntry, NodeEffect } from "./catalogue-entry.ts";
import type { DualApproval } from "./deletion.ts";
import type { OperationDecision, Reason } from "./reasons.ts";
import type { ShootFacts } from "./shoot-facts.ts";
import type { OperationId } from "./vocabulary.ts";

/** A requested operation. */
export interface OperationRequest {
  readonly id: OperationId;
  /** Pools of a rollout operation; `["*"]` for all. */
  readonly pools?: readonly string[] | undefined;
  /** `in-window` plans it through the maintenance annotation. */
  readonly when?: "now" | "in-window" | undefined;
}

/** Known facts besides the Shoot. All may be missing: an unknown fact denies nothing. */
export interface OperationContext {
  readonly rules?: GardenerRules | undefined;
  /** Result of the access review; undefined when not available. */
  readonly can?: ((rule: AccessRule) => boolean | undefined) | undefined;
  /** The Seed's emergency stop is active. */
  readonly seedEmergencyStop?: boolean | undefined;
  /** The Seed's gardenlet does not renew its lease. */
  readonly seedSilent?: boolean | undefined;
  /** gardenlet starts no flow until its Seed is ready. */
  readonly seedNotReady?: boolean | undefined;
  /** Whether the next maintenance run changes the spec, where known. */
  readonly maintenanceChanges?: boolean | undefined;
  readonly user?: string | undefined;
  readonly dualApproval?: readonly DualApproval[] | undefined;
  readonly managedSeed?: boolean | undefined;
}

/** Effects of the operation when it is accepted. */
export interface OperationEffects {
  readonly nodes: NodeEffect;
  /** Pools whose nodes are replaced or updated, as far as the operation itself determines it. */
  readonly pools: readonly string[];
  readonly generationDelta: 0 | 1;
  readonly takenBy: CatalogueEntry["takenBy"] | "nobody";
  readonly irreversible: boolean;
}

/** Result of an evaluation: decision, reasons, effects and hints. */
export interface Evaluation {
  readonly decision: OperationDecision;
  readonly reasons: readonly Reason[];
  /** Whether the garden itself would accept it, so that only Almanac denies or hides it. */
  readonly stricterThanServer: boolean;
  readonly effects: OperationEffects;
  readonly hints: readonly Reason[];
}

/** Reasons for and against an operation, by weight. */
export interface ReasonsByWeight {
  readonly denied?: readonly Reason[] | undefined;
  readonly deniedByUs?: readonly Reason[] | undefined;
  readonly hidden?: readonly Reason[] | undefined;
  readonly latent?: readonly Reason[] | undefined;
  readonly cautions?: readonly Reason[] | undefined;
  readonly hints?: readonly Reason[] | undefined;
  readonly generationDelta?: 0 | 1 | undefined;
  /** Whether the API server silently drops the operation. */
  readonly vanishes?: boolean | undefined;
}

const noReasons: readonly Reason[] = [];
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

/** The decision for each kind of reasons, strongest first. */
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

/** Derives the decision: reasons to hide outweigh denials, which outweigh latent reasons, then cautions. */
export function evaluationFromReasons(
  request: OperationRequest,
  facts: ShootFacts,
  weighed: ReasonsByWeight,
): Evaluation {
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
