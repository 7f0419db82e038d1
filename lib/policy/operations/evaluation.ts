import type { EditionRules } from "../editions/edition-rules.ts";
import type { AccessRule } from "./access-rules.ts";
import { operationCatalogue } from "./catalogue.ts";
import type { CatalogueEntry, NodeEffect } from "./catalogue-entry.ts";
import type { DualApproval } from "./deletion.ts";
import type { OperationDecision, Reason } from "./reasons.ts";
import type { ShootFacts } from "./shoot-facts.ts";
import type { OperationId } from "./vocabulary.ts";

/** What is asked for. */
export interface OperationRequest {
  readonly id: OperationId;
  /** For the rollout operations; `["*"]` for all pools. */
  readonly pools?: readonly string[] | undefined;
  /** `in-window` plans it through the maintenance annotation. */
  readonly when?: "now" | "in-window" | undefined;
}

/** What is known besides the Shoot itself. Everything may be missing: what is not known denies nothing. */
export interface OperationContext {
  readonly rules?: EditionRules | undefined;
  /** The access review's answer; undefined when it could not be had. */
  readonly can?: ((rule: AccessRule) => boolean | undefined) | undefined;
  /** The Seed stops every flow. */
  readonly seedEmergencyStop?: boolean | undefined;
  /** Nothing is heard from the gardenlet of the Seed. */
  readonly seedSilent?: boolean | undefined;
  /** gardenlet begins no flow until its Seed is ready. */
  readonly seedNotReady?: boolean | undefined;
  /** Whether the next maintenance run changes the spec, where that is known. */
  readonly maintenanceChanges?: boolean | undefined;
  readonly user?: string | undefined;
  readonly dualApproval?: readonly DualApproval[] | undefined;
  readonly managedSeed?: boolean | undefined;
}

/** What the operation brings about when it is accepted. */
export interface OperationEffects {
  readonly nodes: NodeEffect;
  /** The pools whose nodes are replaced or updated, as far as the operation itself says. */
  readonly pools: readonly string[];
  readonly generationDelta: 0 | 1;
  readonly takenBy: CatalogueEntry["takenBy"] | "nobody";
  readonly irreversible: boolean;
}

/** May it be done, why not, what does it do, what else should be known. */
export interface Evaluation {
  readonly decision: OperationDecision;
  readonly reasons: readonly Reason[];
  /** The garden itself would accept it: the refusal, or the hiding, is ours. */
  readonly stricterThanServer: boolean;
  readonly effects: OperationEffects;
  readonly hints: readonly Reason[];
}

/** Everything that speaks for or against an operation, by the weight it has. */
export interface ReasonsByWeight {
  readonly denied?: readonly Reason[] | undefined;
  readonly deniedByUs?: readonly Reason[] | undefined;
  readonly hidden?: readonly Reason[] | undefined;
  readonly latent?: readonly Reason[] | undefined;
  readonly cautions?: readonly Reason[] | undefined;
  readonly hints?: readonly Reason[] | undefined;
  readonly generationDelta?: 0 | 1 | undefined;
  /** The API server drops the operation without a word. */
  readonly vanishes?: boolean | undefined;
}

const noReasons: readonly Reason[] = [];
const noPools: readonly string[] = [];

function withoutPools(pools: readonly string[], left: readonly string[]): readonly string[] {
  const names = new Set(left);
  return pools.filter((pool) => !names.has(pool));
}

/** The pools whose nodes the operation touches. */
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

/** What each kind of reasons makes of the operation, the weightiest first. */
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

/** Weighs the reasons: what hides outweighs what denies, which outweighs what is latent, then what needs care. */
export function weigh(request: OperationRequest, facts: ShootFacts, weighed: ReasonsByWeight): Evaluation {
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
