import type { RuleId, RuleValues } from "../editions/rules.ts";
import type { RotationFamily } from "../rotations/families.ts";
import type { AccessNeed } from "./access-rules.ts";

/** Effect on the nodes. `pending-changes`: only that of spec changes that are pending anyway. */
export type NodeEffect =
  | "none"
  | "pending-changes"
  | "maintenance"
  | "rolls"
  | "rolls-named"
  | "in-place"
  | "all-vanish";

/** How an operation that does not use the operation annotation is requested. */
export type NonAnnotationRequest =
  | { readonly kind: "field"; readonly path: string }
  | { readonly kind: "delete"; readonly annotation: string }
  | { readonly kind: "confirmation"; readonly annotation: string }
  | { readonly kind: "subresource"; readonly subresource: string }
  | { readonly kind: "create"; readonly resource: string }
  | { readonly kind: "node-annotation"; readonly annotation: string }
  | { readonly kind: "node-label"; readonly label: string };

/** Effect of an operation on the rotation of its families. `one-step`: it starts, and Gardener completes it. */
export type RotationEffect = "none" | "start" | "start-without-rollout" | "complete" | "one-step" | "roll";

/** Properties of every operation in the catalogue. */
export interface CatalogueEntry {
  readonly object: "Shoot" | "Node" | "Bastion";
  readonly need: AccessNeed;
  /** The credentials it affects, in Gardener's processing order. */
  readonly families: readonly RotationFamily[];
  readonly step: RotationEffect;
  readonly nodes: NodeEffect;
  /** The component that removes the operation from the annotation, or carries it out. */
  readonly takenBy: "api-server" | "gardenlet" | "controller-manager" | "node-agent" | "scheduler";
  /** Cannot be undone once it has started. */
  readonly irreversible: boolean;
}

/** An operation that does not use the operation annotation. */
export interface NonAnnotationEntry extends CatalogueEntry {
  readonly means: NonAnnotationRequest;
}

/** The rules that decide whether a Gardener release knows an operation: those with the answer `unknown`. */
export type VocabularyRule = { [Id in RuleId]: "unknown" extends RuleValues[Id] ? Id : never }[RuleId];

/** An operation of the annotation. `Id` is the union of all ids, so that entries can only refer to existing ones. */
export interface AnnotationEntry<Id extends string> extends CatalogueEntry {
  /** Whether the operation has a list of pools: `rollout-workers=a,b`. */
  readonly pools: boolean;
  /**
   * Must be the only operation in its annotation, and cannot be planned for a window.
   * @source Gardener: validation/shoot.go (parallel operations)
   */
  readonly sole: boolean;
  /** Rule that decides whether a release knows it; without one every current release does. */
  readonly knownBy?: VocabularyRule;
  /** Rejected while the Shoot is hibernated or wakes up. @source Gardener: validation/shoot.go */
  readonly forbiddenWhenHibernated: boolean;
  /** Rejected while a change of encrypted resources is in progress. @source Gardener: validation/shoot.go */
  readonly needsSettledEncryption: boolean;
  /** Rejected once the Shoot is in deletion. @source Gardener: validation/shoot.go */
  readonly refusedInDeletion: boolean;
  /** Part of the two-step etcd rotation, which is rejected from Kubernetes 1.34 on. */
  readonly etcdTwoStep: boolean;
  /** Operations it cannot share its annotation with. @source Gardener: validation/shoot.go */
  readonly incompatibleWith: readonly Id[];
  /** Operations the API server removes next to it, because it includes them. @source Gardener: shoot/strategy.go */
  readonly covers: readonly Id[];
}

/** Whether the operation starts a rotation of its families. */
export function beginsRotation({ step }: Pick<CatalogueEntry, "step">): boolean {
  return step === "start" || step === "start-without-rollout" || step === "one-step";
}
