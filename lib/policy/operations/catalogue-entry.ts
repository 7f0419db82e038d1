import type { RuleId, RuleValues } from "../editions/rules.ts";
import type { RotationFamily } from "../rotations/families.ts";
import type { AccessRuleName } from "./access-rules.ts";

/** Effect of an operation on the nodes. `pending-changes`: only spec changes that are pending anyway are rolled out. */
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

/** Effect of an operation on its credentials' rotation. `one-step`: Gardener completes the started rotation itself. */
export type RotationEffect = "none" | "start" | "start-without-rollout" | "complete" | "one-step" | "roll";

/** Properties of every operation in the catalogue. */
export interface CatalogueEntry {
  readonly object: "Shoot" | "Node" | "Bastion";
  readonly need: AccessRuleName;
  /** The credentials that the operation affects, in Gardener's processing order. */
  readonly families: readonly RotationFamily[];
  readonly step: RotationEffect;
  readonly nodes: NodeEffect;
  /** The component that removes the operation from the annotation, or carries it out. */
  readonly takenBy: "api-server" | "gardenlet" | "controller-manager" | "node-agent" | "scheduler";
  /** Whether the operation cannot be undone once it has started. */
  readonly irreversible: boolean;
}

/** An operation that does not use the operation annotation. */
export interface NonAnnotationEntry extends CatalogueEntry {
  readonly means: NonAnnotationRequest;
}

/** IDs of the rules with a possible value `unknown`: they decide whether a Gardener release knows an operation. */
export type KnownOperationRule = { [Id in RuleId]: "unknown" extends RuleValues[Id] ? Id : never }[RuleId];

/** Operation requested by annotation. `Id` is the union of all operation ids, so that entries only refer to these. */
export interface AnnotationEntry<Id extends string> extends CatalogueEntry {
  /** Whether the operation has a list of pools: `rollout-workers=a,b`. */
  readonly pools: boolean;
  /**
   * Whether the operation must be the only one in its annotation and cannot be planned for the maintenance window.
   * @source Gardener: validation/shoot.go (parallel operations)
   */
  readonly sole: boolean;
  /** ID of the rule for whether a Gardener release knows the operation; absent when every current release does. */
  readonly knownBy?: KnownOperationRule;
  /** Whether the operation is rejected while the Shoot hibernates or wakes up. @source Gardener: validation/shoot.go */
  readonly forbiddenWhenHibernated: boolean;
  /** The operation is rejected while the set of encrypted resources changes. @source Gardener: validation/shoot.go */
  readonly needsSettledEncryption: boolean;
  /** Whether the API server rejects the operation in deletion. @source Gardener: validation/shoot.go */
  readonly refusedInDeletion: boolean;
  /** Whether the operation is part of the two-step etcd key rotation, which Kubernetes 1.34 and later reject. */
  readonly etcdTwoStep: boolean;
  /** Operations that cannot be in the same annotation as this operation. @source Gardener: validation/shoot.go */
  readonly incompatibleWith: readonly Id[];
  /** Operations included in this one; the API server drops them next to it. @source Gardener: shoot/strategy.go */
  readonly covers: readonly Id[];
}

/** Whether the operation starts a credential rotation. */
export function beginsRotation({ step }: Pick<CatalogueEntry, "step">): boolean {
  return step === "start" || step === "start-without-rollout" || step === "one-step";
}
