import type { RotationFamily } from "../rotations/families.ts";
import type { AccessNeed } from "./access-rules.ts";

/** What happens to the nodes. `pending-changes`: only what a change of the spec that waits anyway would do. */
export type NodeEffect =
  | "none"
  | "pending-changes"
  | "maintenance"
  | "rolls"
  | "rolls-named"
  | "in-place"
  | "all-vanish";

/** How an operation that is no value of the operation annotation reaches Gardener. */
export type OtherMeans =
  | { readonly kind: "field"; readonly path: string }
  | { readonly kind: "delete"; readonly annotation: string }
  | { readonly kind: "confirmation"; readonly annotation: string }
  | { readonly kind: "subresource"; readonly subresource: string }
  | { readonly kind: "create"; readonly resource: string }
  | { readonly kind: "node-annotation"; readonly annotation: string }
  | { readonly kind: "node-label"; readonly label: string };

/** What an operation does to the rotation of its families. `one-step`: it begins, and Gardener does the rest. */
export type RotationStep = "none" | "start" | "start-without-rollout" | "complete" | "one-step" | "roll";

/** What the catalogue says of every operation. */
export interface CatalogueEntry {
  readonly object: "Shoot" | "Node" | "Bastion";
  readonly need: AccessNeed;
  /** The credentials that it concerns, in the order in which Gardener takes them. */
  readonly families: readonly RotationFamily[];
  readonly step: RotationStep;
  readonly nodes: NodeEffect;
  /** Who takes the operation off the annotation, or carries it out. */
  readonly takenBy: "api-server" | "gardenlet" | "controller-manager" | "node-agent" | "scheduler";
  /** Cannot be taken back once it has begun. */
  readonly irreversible: boolean;
}

/** An operation that travels by other means than the operation annotation. */
export interface OtherEntry extends CatalogueEntry {
  readonly means: OtherMeans;
}

/** The rule that says whether a release of Gardener knows an operation. */
export type VocabularyRule =
  | "op.kubeconfig"
  | "op.forceInPlace"
  | "op.etcdSingle"
  | "op.withoutRollout"
  | "op.rolloutWorkers";

/** An operation of the annotation. `Id` are the ids of all of them, so that one can only name another that exists. */
export interface AnnotationEntry<Id extends string> extends CatalogueEntry {
  /** The pools stand behind the id: `rollout-workers=a,b`. */
  readonly pools: boolean;
  /**
   * Must stand alone in its annotation, and is not planned for a window.
   * @source Gardener: validation/shoot.go (parallel operations)
   */
  readonly sole: boolean;
  /** Decides whether a release knows it; without one every release of today does. */
  readonly knownBy?: VocabularyRule;
  /** Refused while the Shoot is hibernated or wakes up. @source Gardener: validation/shoot.go */
  readonly forbiddenWhenHibernated: boolean;
  /** Refused while encryption resources are settling. @source Gardener: validation/shoot.go */
  readonly needsSettledEncryption: boolean;
  /** Refused once the Shoot is being deleted. @source Gardener: validation/shoot.go */
  readonly refusedInDeletion: boolean;
  /** One half of the etcd rotation in two steps, which is refused from Kubernetes 1.34 on. */
  readonly etcdTwoStep: boolean;
  /** What it must not share its annotation with. @source Gardener: validation/shoot.go */
  readonly incompatibleWith: readonly Id[];
  /** What the API server strips beside it, because it does that anyway. @source Gardener: shoot/strategy.go */
  readonly covers: readonly Id[];
}

/** Whether the operation begins a rotation of its families. */
export function beginsRotation({ step }: Pick<CatalogueEntry, "step">): boolean {
  return step === "start" || step === "start-without-rollout" || step === "one-step";
}
