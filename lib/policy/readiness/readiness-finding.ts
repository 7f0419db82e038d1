import type { SpecCleanup } from "../maintenance/spec-cleanup.ts";
import type { ShootVersions } from "../maintenance/version-state.ts";
import type { ReconcileBlockerId } from "../next/reconcile-blocker.ts";
import type { PhasedFamily, RotationUserAction } from "../rotations/families.ts";
import type { RotationProgressStep } from "../rotations/rotation-progress.ts";
import type { FieldError } from "../spec-validation/field-error.ts";
import type { ConstraintConsequence } from "../status/constraints.ts";
import type { KnownErrorCode, RemedyRole } from "../status/error-codes.ts";
import type { ContentsPartName, UnreadReason } from "./contents/cluster-contents.ts";
import type { ContentsFacts } from "./contents/contents-facts.ts";

/** A change of the control plane to the next minor version of Kubernetes. */
export interface MinorStep {
  readonly from: string;
  readonly to: string;
  /** Whether maintenance makes the step, or somebody who chooses it. */
  readonly way: "forced" | "automatic" | "chosen";
  /** Set for a chosen version that is not supported, because the profile has no supported one of the next minor. */
  readonly isUnsupported?: true;
  /** The earliest time at which maintenance makes the step, in epoch milliseconds; absent for a chosen one. */
  readonly at?: number;
  /** The versions that the cluster has by then, because maintenance changes some before; absent for a chosen step. */
  readonly before?: ShootVersions;
}

/**
 * What a finding does to a step: it prevents the step or what follows from it; the step or the workload can suffer; it is
 * good to know.
 */
export type ReadinessSeverity = "blocks" | "risk" | "note";

/** Steps of a rotation that has begun and is not over. */
export type RotationStepUnderWay = Exclude<RotationProgressStep, "idle" | "done">;

/** Reasons why Gardener does not roll a step out. */
export type StepBlockerId = ReconcileBlockerId | "seed-not-ready";

/** What starts a failed operation again: Gardener by itself, a maintenance run that is told to, or the step. */
export type FailedOperationRetrier = "gardener" | "maintenance" | "step";

/** Facts of each kind of finding that the garden's objects give. */
interface GardenFacts {
  /** The API server refuses the spec of the step. */
  refused: { readonly error: FieldError };
  /** The API server refuses every change of the spec until the control plane has moved; `isFailed`: the move has failed. */
  "spec-frozen": { readonly isFailed: boolean };
  /** Gardener does nothing to the cluster, so that the step changes its spec only. */
  "not-reconciled": { readonly blocker: StepBlockerId; readonly seed: string | undefined };
  /** An annotation tells Gardener to ignore the cluster; whether it has an effect is not visible. */
  "perhaps-ignored": object;
  /** The last operation failed, and nothing starts it again: changes wait for the window, whose run does not either. */
  "failed-and-confined": { readonly operation: string | undefined };
  "operation-failed": { readonly operation: string | undefined; readonly again: FailedOperationRetrier };
  "operation-retrying": { readonly operation: string | undefined };
  /** An operation is under way; `isInterrupted`: a restart of Gardener has interrupted it, which takes it up again. */
  "operation-running": { readonly operation: string | undefined; readonly isInterrupted: boolean };
  /** Maintenance changes the field together with the version. */
  "field-changed": { readonly cleanup: SpecCleanup };
  constraint: { readonly type: string; readonly consequence: ConstraintConsequence };
  "conditions-failing": { readonly types: readonly string[] };
  "conditions-unknown": { readonly types: readonly string[] };
  rotation: {
    readonly family: PhasedFamily;
    readonly step: RotationStepUnderWay;
    /** What the rotation waits for; undefined if Gardener works on it. */
    readonly wait: RotationUserAction | undefined;
  };
  /** The cloud provider has just refused machines, and the step needs additional ones. */
  capacity: { readonly code: KnownErrorCode };
  /** In-place updates of these pools are not finished. */
  "in-place-pending": { readonly pools: readonly string[] };
  /** Nodes of these pools keep their version until somebody selects them. */
  "in-place-manual": { readonly pools: readonly string[] };
  /** Pools with a version of their own are further behind after the step than Gardener's documentation advises. */
  "pools-behind": { readonly pools: readonly string[] };
  /** Replacing the nodes of these pools takes longer than the maintenance window. */
  "window-short": {
    readonly pools: readonly string[];
    readonly windowSeconds: number;
    /** If draining takes no time: with the lowest and with the highest number of nodes. */
    readonly usualSeconds: { readonly least: number; readonly most: number };
    /** If creating and draining take their full time. */
    readonly mostSeconds: number;
  };
}
type ReadinessFacts = GardenFacts & ContentsFacts;

export type ReadinessFindingId = keyof ReadinessFacts;

/** Something about a cluster that matters to its next minor version. */
export type ReadinessFinding<Id extends ReadinessFindingId = ReadinessFindingId> = {
  [Key in Id]: {
    readonly id: Key;
    readonly severity: ReadinessSeverity;
    /** Who fixes it. */
    readonly fixer: RemedyRole;
    /** Whether the garden's or the cluster's objects say it, or it rests on assumptions. */
    readonly certainty: "known" | "assumed";
  } & ReadinessFacts[Key];
}[Id];

/**
 * What nobody looked at. `inside`: the cluster itself. `inside-since`: what has changed in it since a
 * look that is old. `machine-quota`: quotas and capacity of the cloud account.
 * `profile`, `seed`: the CloudProfile or the Seed could not be read. `conditions`, `constraints`: Gardener has not reported
 * or checked them. `api-removals`: which APIs the step removes is not known.
 */
export type UnreadPart =
  | "inside"
  | "inside-since"
  | "machine-quota"
  | "profile"
  | "seed"
  | "conditions"
  | "constraints"
  | "api-removals";

/** A part of a cluster that a look inside has not read, or not completely. */
export interface UnreadContents {
  readonly part: ContentsPartName;
  /** `limit`: reading stopped at a limit. `malformed`: objects were left out. */
  readonly why: UnreadReason | "limit" | "malformed";
}
