import type { EditionRules } from "#lib/policy/editions/edition-rules.ts";
import type { AccessRule } from "./access-rules.ts";
import { operationCatalogue } from "./catalogue.ts";
import type { CatalogueEntry, NodeEffect } from "./catalogue-entry.ts";
import type { DualApproval } from "./deletion.ts";
import { isInPlace } from "./pool-checks.ts";
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
export interface Grounds {
  readonly denied?: readonly Reason[] | undefined;
  readonly deniedByUs?: readonly Reason[] | undefined;
  readonly hidden?: readonly Reason[] | undefined;
  readonly latent?: readonly Reason[] | undefined;
  readonly cautions?: readonly Reason[] | undefined;
  readonly hints?: readonly Reason[] | undefined;
}

const noReasons: readonly Reason[] = [];
const noPools: readonly string[] = [];

/** The pools whose nodes the operation touches. */
function poolsOfEffect(nodes: NodeEffect, facts: ShootFacts, named: readonly string[] | undefined): readonly string[] {
  const names = (wanted: (updateStrategy: string | null | undefined) => boolean) =>
    facts.workers.filter(({ updateStrategy }) => wanted(updateStrategy)).map(({ name }) => name);
  switch (nodes) {
    case "none":
    case "pending-changes":
    case "maintenance":
      return noPools;
    case "rolls":
      return facts.workers.map(({ name }) => name);
    case "all-vanish":
      return facts.workers.map(({ name }) => name);
    case "rolls-named":
      return named?.includes("*") ? names((strategy) => !isInPlace(strategy)) : (named ?? noPools);
    case "in-place":
      return names(isInPlace);
    default:
      return nodes satisfies never;
  }
}

function decisionOf(grounds: Grounds): { readonly decision: OperationDecision; readonly reasons: readonly Reason[] } {
  const { hidden, denied, deniedByUs, latent, cautions } = grounds;
  if (hidden?.length) return { decision: "hide", reasons: hidden };
  if (denied?.length) return { decision: "deny", reasons: denied };
  if (deniedByUs?.length) return { decision: "deny", reasons: deniedByUs };
  if (latent?.length) return { decision: "latent", reasons: cautions?.length ? [...latent, ...cautions] : latent };
  return cautions?.length ? { decision: "caution", reasons: cautions } : { decision: "allow", reasons: noReasons };
}

/** Weighs the grounds: what hides outweighs what denies, which outweighs what is latent, then what needs care. */
export function weigh(
  request: OperationRequest,
  facts: ShootFacts,
  { generationDelta = 0, vanishes = false, ...grounds }: Grounds & { generationDelta?: 0 | 1; vanishes?: boolean },
): Evaluation {
  const { nodes, takenBy, irreversible } = operationCatalogue[request.id];
  const { decision, reasons } = decisionOf(grounds);
  return {
    decision,
    reasons,
    stricterThanServer: decision === "deny" && !grounds.denied?.length,
    effects: {
      nodes,
      pools: poolsOfEffect(nodes, facts, request.pools),
      generationDelta,
      takenBy: vanishes ? "nobody" : takenBy,
      irreversible,
    },
    hints: grounds.hints ?? noReasons,
  };
}
