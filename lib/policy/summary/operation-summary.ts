import type { ImpactTrigger, PoolImpactKind } from "../changes/compute-pool-impacts.ts";
import type { CleanupEffect } from "../maintenance/field-limits.ts";
import type { RotationUserAction } from "../rotations/families.ts";

/** Why an operation came: maintenance, a rotation that somebody started or completed, or a change by a client. */
export type SummaryCause =
  | { readonly kind: "maintenance" }
  | { readonly kind: "rotation" }
  /** `by`: the client that wrote the change, as in managedFields; several are joined with commas. */
  | { readonly kind: "change"; readonly by: string }
  /** Nothing tells who wrote the change. */
  | { readonly kind: "unknown" };

/** A difference between the cluster before and after the operation. */
export type SummaryChange =
  | {
      readonly kind: "version";
      /** Pools whose version changed; absent for the control plane. */
      readonly pools?: readonly string[];
      /** Name of the machine image; absent for Kubernetes. */
      readonly image?: string;
      /** The version before; absent if the pool had none of its own. */
      readonly from?: string;
      readonly to: string;
      readonly forced: boolean;
    }
  /** A field that the new Kubernetes version does not take. */
  | { readonly kind: "field"; readonly field: string; readonly effect: CleanupEffect }
  /** `step`: step of the rotation after the operation; absent if maintenance reports only that it was started. */
  | { readonly kind: "rotation"; readonly family: string; readonly step?: string }
  /** What Gardener reports in a form that this build does not know. */
  | { readonly kind: "text"; readonly said: string };

/** Effect on the nodes of pools, computed from the change by Gardener's rules. */
export interface SummaryPoolImpact {
  readonly impact: PoolImpactKind;
  readonly triggers: readonly ImpactTrigger[];
  readonly pools: readonly string[];
  /** Number of nodes of these pools, if it cannot vary: minimum and maximum are equal, or the cluster sleeps. */
  readonly nodes?: number;
}

export type SummaryOutcome =
  /** The operation ended successfully. */
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly codes: readonly string[] }
  /** The API server refused the maintenance run: nothing was changed. */
  | { readonly kind: "refused" }
  | { readonly kind: "under-way" }
  /** Maintenance wrote its changes; how their operation ended was not seen. */
  | { readonly kind: "unseen"; readonly failed: boolean };

/** What people still have to do after the operation. */
export type SummaryTask =
  | {
      readonly kind: "rotation";
      readonly family: string;
      readonly wait: RotationUserAction;
      readonly pools: readonly string[];
    }
  /** Nodes of these pools wait to be selected for their update in place. */
  | { readonly kind: "in-place"; readonly pools: readonly string[] }
  /** Pools whose nodes wait to be rolled out by hand. */
  | { readonly kind: "rollout"; readonly pools: readonly string[] }
  /** Pools with an older Kubernetes minor than the control plane. */
  | { readonly kind: "pool-behind"; readonly pools: readonly string[]; readonly version: string };

/** What a maintenance run, a roll or a rotation did. Only observed facts, and what Gardener's rules say about them. */
export interface OperationSummary {
  readonly cause: SummaryCause;
  readonly changes: readonly SummaryChange[];
  readonly pools: readonly SummaryPoolImpact[];
  readonly outcome: SummaryOutcome;
  /** What failed, as Gardener wrote it. */
  readonly failures: readonly string[];
  /** When the change was written or maintenance was triggered, RFC 3339. */
  readonly begunAt?: string;
  /** When the operation ended, RFC 3339; absent if it did not, or if that was not seen. */
  readonly endedAt?: string;
  readonly tasks: readonly SummaryTask[];
  /** Clients that changed the spec while maintenance ran or its changes were rolled out; absent if none was observed. */
  readonly alsoBy?: readonly string[];
  /** Whether the operation failed before and was carried out again. */
  readonly hasFailedBefore?: true;
  /** Since when the cluster is watched without a break, RFC 3339, if the begin of the operation was not observed. */
  readonly firstSeenAt?: string;
}
