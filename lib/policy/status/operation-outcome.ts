import type { LastError, LastOperation } from "#lib/garden/condition.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { errorCodesOf, hasNonRetryableCode } from "./error-codes.ts";
import type { LastOperationType } from "./last-operation.ts";

/** Default time during which gardenlet retries before it gives up. */
export const defaultRetryDurationMs = 12 * 60 * 60 * 1000;

export const retrySuffix = " Operation will be retried.";

const startDescriptions = {
  Create: "Reconciliation of Shoot cluster initialized.",
  Reconcile: "Reconciliation of Shoot cluster initialized.",
  Restore: "Restoration of Shoot cluster initialized.",
  Migrate: "Preparation of Shoot cluster for migration initialized.",
  Delete: "Deletion of Shoot cluster in progress.",
} as const satisfies Record<LastOperationType, string>;

const successDescriptions = {
  Create: "Shoot cluster has been successfully reconciled.",
  Reconcile: "Shoot cluster has been successfully reconciled.",
  Restore: "Shoot cluster has been successfully restored.",
  Migrate: "Shoot cluster has been successfully prepared for migration.",
  Delete: "Shoot cluster has been successfully deleted.",
} as const satisfies Record<LastOperationType, string>;

/** The Shoot's last operation when a flow begins. @source Gardener: pkg/gardenlet/controller/shoot/shoot */
export function lastOperationAtFlowStart(type: LastOperationType, nowMs: number): LastOperation {
  const description = startDescriptions[type];
  return { type, state: "Processing", progress: 0, description, lastUpdateTime: formatInstant(nowMs) };
}

/** The Shoot's last operation when a flow has succeeded. @source Gardener: pkg/gardenlet/controller/shoot/shoot */
export function lastOperationAfterFlowSuccess(type: LastOperationType, nowMs: number): LastOperation {
  const description = successDescriptions[type];
  return { type, state: "Succeeded", progress: 100, description, lastUpdateTime: formatInstant(nowMs) };
}

export interface FailedFlow {
  readonly lastErrors: readonly (LastError | null)[] | null | undefined;
  readonly retryCycleStartTime: string | null | undefined;
  readonly retryDurationMs?: number | undefined;
  /** Whether the Seed was not ready, in which case gardenlet retries whatever the error codes. */
  readonly forceRetry?: boolean | undefined;
}

/** Effect of a failed flow on the Shoot's last operation. */
export interface FailedFlowOutcome {
  readonly state: "Error" | "Failed";
  /** Whether `retrySuffix` is appended to the description. */
  readonly retried: boolean;
  readonly clearsRetryCycle: boolean;
}

/**
 * Whether a failed flow is retried (Error) or given up (Failed): it is given up with a non-retryable code, or when the
 * retry cycle has elapsed or is missing.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot (patchShootStatusOperationError)
 */
export function outcomeOfFailedFlow(flow: FailedFlow, nowMs: number): FailedFlowOutcome {
  if (flow.forceRetry) return { state: "Error", retried: true, clearsRetryCycle: false };
  const startedMs = parseInstant(flow.retryCycleStartTime);
  const durationMs = flow.retryDurationMs ?? defaultRetryDurationMs;
  const elapsed = startedMs === undefined || nowMs >= startedMs + durationMs;
  const givesUp = elapsed || hasNonRetryableCode(errorCodesOf(flow.lastErrors));
  return givesUp
    ? { state: "Failed", retried: false, clearsRetryCycle: true }
    : { state: "Error", retried: true, clearsRetryCycle: false };
}
