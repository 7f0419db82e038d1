import type { RotationFamily } from "#lib/policy/rotations/families.ts";
import type { AccessNeed } from "./access-rules.ts";
import type { OperationId } from "./vocabulary.ts";

/** What happens to the nodes. `pending-changes`: only what a change of the spec that waits anyway would do. */
export type NodeEffect =
  | "none"
  | "pending-changes"
  | "maintenance"
  | "rolls"
  | "rolls-named"
  | "in-place"
  | "all-vanish";

/** How the operation reaches Gardener. */
export type OperationMeans =
  | { readonly kind: "annotation"; readonly pools: boolean }
  | { readonly kind: "field"; readonly path: string }
  | { readonly kind: "delete"; readonly annotation: string }
  | { readonly kind: "confirmation"; readonly annotation: string }
  | { readonly kind: "subresource"; readonly subresource: string }
  | { readonly kind: "create"; readonly resource: string }
  | { readonly kind: "node-annotation"; readonly annotation: string }
  | { readonly kind: "node-label"; readonly label: string };

/** The releases of which something holds; bounds are minors, `from` inclusive, `below` exclusive. */
export interface MinorRange {
  readonly from?: number;
  readonly below?: number;
}

/** One entry of the catalogue of operations. */
export interface CatalogueEntry {
  readonly id: OperationId;
  readonly means: OperationMeans;
  readonly object: "Shoot" | "Node" | "Bastion";
  readonly need: AccessNeed;
  /** May share the annotation with others. */
  readonly parallel: boolean;
  /** May be planned for the next window. */
  readonly schedulable: boolean;
  readonly families: readonly RotationFamily[];
  readonly step: "none" | "start" | "start-without-rollout" | "complete" | "one-step" | "roll";
  /** The phases of its families in which it makes sense, where phases matter. */
  readonly phases?: readonly string[];
  readonly nodes: NodeEffect;
  readonly kubernetes?: MinorRange;
  readonly gardener?: MinorRange;
  /** Who takes the operation off the annotation, or carries it out. */
  readonly takenBy: "api-server" | "gardenlet" | "controller-manager" | "node-agent" | "scheduler";
  /** Cannot be taken back once it has begun. */
  readonly irreversible: boolean;
}
