import type { LastError } from "#lib/garden/condition.ts";
import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { simulateFlowStart } from "#lib/policy/gardenlet/simulate-flow-start.ts";
import { simulateFlowSuccess } from "#lib/policy/gardenlet/simulate-flow-success.ts";
import { outcomeOfFailedFlow } from "#lib/policy/status/operation-outcome.ts";
import { conditionTimestampsAt } from "../../kinds/condition-timestamps-at.ts";
import { failureDescription, lastErrorOf, type TaskFailure } from "../client/injected-failures.ts";
import type { RequiredPoolUpdates } from "../machines/machine-record.ts";

/** Identity of a gardenlet, as in `status.gardener` of Shoots. */
export interface GardenletIdentity {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

/** The Shoot's status when a flow starts, and the operations that are removed from the operation annotation. */
export function flowStartStatus(
  shoot: Shoot,
  nowMs: number,
  { gardenlet, technicalID }: { readonly gardenlet: GardenletIdentity; readonly technicalID: string },
): { readonly status: ShootStatus; readonly taken: readonly string[] } {
  const started = simulateFlowStart(shoot, nowMs, { version: gardenlet.version });
  const before = shoot.status;
  return {
    taken: started.taken,
    status: {
      ...started.shoot.status,
      gardener: gardenlet,
      hibernated: before?.hibernated ?? false,
      seedName: before?.seedName ?? shoot.spec.seedName ?? null,
      technicalID: before?.technicalID ?? technicalID,
      uid: before?.uid ?? shoot.metadata.uid ?? "",
    },
  };
}

/** The Shoot's status after its gardenlet has stopped during a flow. @source Gardener: cmd/gardenlet/app/app.go */
export function flowAbortedStatus({ status }: Shoot, nowMs: number): ShootStatus {
  const lastUpdateTime = formatInstant(nowMs);
  return { ...status, lastOperation: { ...status?.lastOperation, state: "Aborted", lastUpdateTime } };
}

interface Progress {
  readonly progress: number;
  readonly description: string;
  /** Tasks that have succeeded in this flow; `status.lastErrors` no longer contains their errors. */
  readonly succeeded: ReadonlySet<string>;
}

export function flowProgressStatus(shoot: Shoot, nowMs: number, done: Progress): ShootStatus {
  const { lastErrors, ...status } = shoot.status ?? {};
  const left = (lastErrors ?? []).filter((error) => error?.taskID === undefined || !done.succeeded.has(error.taskID));
  const { progress, description } = done;
  return {
    ...status,
    ...(left.length > 0 ? { lastErrors: left } : {}),
    lastOperation: { ...status.lastOperation, progress, description, lastUpdateTime: formatInstant(nowMs) },
  };
}

export const nodesRollingOutReason = "NodesRollOutScalingUp";

/** The Shoot's status while machines are being replaced: the condition EveryNodeReady is Progressing. */
export function nodesRollingOutStatus({ status }: Shoot, nowMs: number): ShootStatus | undefined {
  const message = "The worker pools are being rolled out: not enough nodes have joined yet.";
  const conditions = status?.conditions?.map((condition) =>
    condition?.type === "EveryNodeReady" && condition.status === "True"
      ? {
          ...condition,
          status: "Progressing",
          reason: nodesRollingOutReason,
          message,
          ...conditionTimestampsAt(formatInstant(nowMs)),
        }
      : condition,
  );
  return conditions && { ...status, conditions };
}

/** The Shoot's status after a successful flow. Conditions stay Progressing until the care controller checks them. */
export function flowSuccessStatus(shoot: Shoot, nowMs: number): ShootStatus {
  const status = simulateFlowSuccess(shoot, nowMs).shoot.status ?? {};
  const pending = status.inPlaceUpdates?.pendingWorkerUpdates;
  if (!pending) return status;
  // All automatic in-place updates are complete, because the flow has waited for the workers.
  return { ...status, inPlaceUpdates: { pendingWorkerUpdates: { ...pending, autoInPlaceUpdate: [] } } };
}

/** The Shoot's status after a task has failed. Progress and rotation phases do not change. */
export function flowFailureStatus(
  shoot: Shoot,
  nowMs: number,
  { fault, flowName }: { readonly fault: TaskFailure; readonly flowName: string },
): ShootStatus {
  const { retryCycleStartTime, ...status } = shoot.status ?? {};
  const at = formatInstant(nowMs);
  const failed = lastErrorOf(fault, at);
  const { state, retried, clearsRetryCycle } = outcomeOfFailedFlow(
    { lastErrors: [failed], retryCycleStartTime },
    nowMs,
  );
  const others = (status.lastErrors ?? []).filter(
    (error): error is LastError => error !== null && error.taskID !== fault.task,
  );
  return {
    ...status,
    ...(clearsRetryCycle || !retryCycleStartTime ? {} : { retryCycleStartTime }),
    lastErrors: [...others, failed],
    lastOperation: {
      ...status.lastOperation,
      state,
      description: failureDescription(flowName, fault, retried),
      lastUpdateTime: at,
    },
  };
}

/** Adds the pools that need in-place updates to the pending updates in the status. */
export function withPendingInPlaceUpdates(
  status: ShootStatus,
  { inPlaceAuto, inPlaceManual }: RequiredPoolUpdates,
): ShootStatus {
  if (inPlaceAuto.length + inPlaceManual.length === 0) return status;
  const { autoInPlaceUpdate, manualInPlaceUpdate } = status.inPlaceUpdates?.pendingWorkerUpdates ?? {};
  const union = (a: readonly string[] | null | undefined, b: readonly string[]) => [...new Set([...(a ?? []), ...b])];
  return {
    ...status,
    inPlaceUpdates: {
      pendingWorkerUpdates: {
        autoInPlaceUpdate: union(autoInPlaceUpdate, inPlaceAuto),
        manualInPlaceUpdate: union(manualInPlaceUpdate, inPlaceManual),
      },
    },
  };
}
