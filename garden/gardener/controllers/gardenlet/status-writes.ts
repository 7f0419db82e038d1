import type { LastError } from "#lib/garden/condition.ts";
import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { gardenletStart } from "#lib/policy/gardenlet/gardenlet-start.ts";
import { gardenletSuccess } from "#lib/policy/gardenlet/gardenlet-success.ts";
import { flowFailure } from "#lib/policy/status/operation-outcome.ts";
import { changedAt } from "../../kinds/changed-at.ts";
import { failureDescription, lastErrorOf, type TaskFailure } from "../client/injected-failures.ts";
import type { PoolWork } from "../machines/machine-record.ts";

/** The gardenlet of one seed, as written into the status of its Shoots. */
export interface GardenletIdentity {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

/** The status at the start of a flow, and the operations removed from the annotation. */
export function startStatus(
  shoot: Shoot,
  nowMs: number,
  { gardenlet, technicalID }: { readonly gardenlet: GardenletIdentity; readonly technicalID: string },
): { readonly status: ShootStatus; readonly taken: readonly string[] } {
  const started = gardenletStart(shoot, nowMs, { version: gardenlet.version });
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

/** The status of a Shoot whose gardenlet stopped during a flow. @source Gardener: cmd/gardenlet/app/app.go */
export function abortedStatus({ status }: Shoot, nowMs: number): ShootStatus {
  const lastUpdateTime = formatInstant(nowMs);
  return { ...status, lastOperation: { ...status?.lastOperation, state: "Aborted", lastUpdateTime } };
}

interface Progress {
  readonly progress: number;
  readonly description: string;
  /** Tasks that have succeeded in this run; their errors are removed from lastErrors. */
  readonly succeeded: ReadonlySet<string>;
}

export function progressStatus(shoot: Shoot, nowMs: number, done: Progress): ShootStatus {
  const { lastErrors, ...status } = shoot.status ?? {};
  const left = (lastErrors ?? []).filter((error) => error?.taskID === undefined || !done.succeeded.has(error.taskID));
  const { progress, description } = done;
  return {
    ...status,
    ...(left.length > 0 ? { lastErrors: left } : {}),
    lastOperation: { ...status.lastOperation, progress, description, lastUpdateTime: formatInstant(nowMs) },
  };
}

export const nodesRollOut = "NodesRollOutScalingUp";

/** The status while machines are replaced: EveryNodeReady is Progressing until they are ready. */
export function rollingStatus({ status }: Shoot, nowMs: number): ShootStatus | undefined {
  const message = "The worker pools are being rolled out: not enough nodes have joined yet.";
  const conditions = status?.conditions?.map((condition) =>
    condition?.type === "EveryNodeReady" && condition.status === "True"
      ? { ...condition, status: "Progressing", reason: nodesRollOut, message, ...changedAt(formatInstant(nowMs)) }
      : condition,
  );
  return conditions && { ...status, conditions };
}

/** The status after a successful flow. Conditions stay Progressing until the care controller checks them. */
export function successStatus(shoot: Shoot, nowMs: number): ShootStatus {
  const status = gardenletSuccess(shoot, nowMs).shoot.status ?? {};
  const pending = status.inPlaceUpdates?.pendingWorkerUpdates;
  if (!pending) return status;
  // The task that waits for the workers has completed every automatic in-place update.
  return { ...status, inPlaceUpdates: { pendingWorkerUpdates: { ...pending, autoInPlaceUpdate: [] } } };
}

/** The status after a failed task. Progress and rotation phases stay as they were. */
export function failureStatus(
  shoot: Shoot,
  nowMs: number,
  { fault, flowName }: { readonly fault: TaskFailure; readonly flowName: string },
): ShootStatus {
  const { retryCycleStartTime, ...status } = shoot.status ?? {};
  const at = formatInstant(nowMs);
  const failed = lastErrorOf(fault, at);
  const { state, retried, clearsRetryCycle } = flowFailure({ lastErrors: [failed], retryCycleStartTime }, nowMs);
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

/** Adds the pools for which a flow found in-place updates to the lists in the status. */
export function withPendingUpdates(status: ShootStatus, { inPlaceAuto, inPlaceManual }: PoolWork): ShootStatus {
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
