import {
  failAnnotation,
  failureDescription,
  lastErrorOf,
  messageOfErrorCode,
  waitAnnotation,
} from "#garden/gardener/controllers/client/injected-failures.ts";
import { describeWave, progressBefore } from "#garden/gardener/controllers/flows/flow.ts";
import { flowNameOf, planFlow, waveOf } from "#garden/gardener/controllers/flows/plan-flow.ts";
import { changedAt } from "#garden/gardener/kinds/changed-at.ts";
import { registrationFinalizer } from "#garden/gardener/kinds/registration-finalizer.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { hasNonRetryableCode } from "#lib/policy/status/error-codes.ts";
import type { ShootVariation } from "../plan/shoot-plan.ts";
import { withAnnotations, withMetadata, withSpec, withStatus } from "./edit.ts";

/** A running flow, in the wave of this task. With `waits`, it stays in the task. */
export const running =
  (task: string, minutes: number, { type = "Reconcile", waits = false } = {}): ShootVariation =>
  (shoot, time) => {
    const lastUpdateTime = time.minutesAgo(minutes);
    const lastOperation = { type, state: "Processing", ...operationStatus(shoot, type, task), lastUpdateTime };
    const busy = withStatus(shoot, { lastOperation, retryCycleStartTime: time.minutesAgo(minutes + 3) });
    return waits ? withAnnotations(busy, { [waitAnnotation]: task }) : busy;
  };

/** Progress and description that gardenlet reports while this task runs. */
function operationStatus(shoot: Shoot, type: string, task: string) {
  const flow = planFlow(shoot, type);
  const position = waveOf(flow, task) ?? 0;
  const wave = flow.waves[position];
  return { progress: progressBefore(flow.waves, position), description: wave ? describeWave(wave) : task };
}

interface Failure {
  readonly type?: string;
  readonly code?: string;
  /** Hours since the retry cycle started; only used while Gardener retries. */
  readonly retryingHours?: number;
}

/** A failed flow: `Failed` if the code is not retryable, otherwise `Error`. The cause persists. */
export const failedOperation =
  (task: string, minutes: number, { type = "Reconcile", code, retryingHours = 1 }: Failure = {}): ShootVariation =>
  (shoot, time) => {
    const codes = code === undefined ? [] : [code];
    const final = hasNonRetryableCode(codes);
    const fault = { task, codes, message: messageOfErrorCode(code) };
    const at = time.minutesAgo(minutes);
    const { progress } = operationStatus(shoot, type, task);
    const description = failureDescription(flowNameOf(type), fault, !final);
    const failing = withStatus(shoot, {
      lastOperation: { type, state: final ? "Failed" : "Error", progress, description, lastUpdateTime: at },
      lastErrors: [lastErrorOf(fault, at)],
      ...(final ? {} : { retryCycleStartTime: time.hoursAgo(retryingHours) }),
    });
    return withAnnotations(failing, { [failAnnotation]: `${task}:${code ?? ""}` });
  };

/** A flow that is `Failed` after twelve hours of retries, although its code is retryable or missing. */
export const gaveUp =
  (task: string, minutes: number): ShootVariation =>
  (shoot, time) => {
    const base = failedOperation(task, minutes)(shoot, time);
    const { retryCycleStartTime: _over, lastOperation, ...status } = base.status ?? {};
    const description = (lastOperation?.description ?? "").replace(" Operation will be retried.", "");
    return { ...base, status: { ...status, lastOperation: { ...lastOperation, state: "Failed", description } } };
  };

/** A retry that has reached `task`, while lastErrors still contains the previous error. */
export const tryingAgain =
  (task: string, failure: ShootVariation): ShootVariation =>
  (shoot, time) => {
    const type = "Reconcile";
    const lastUpdateTime = time.minutesAgo(1);
    const lastOperation = { type, state: "Processing", ...operationStatus(shoot, type, task), lastUpdateTime };
    return withStatus(failure(shoot, time), { lastOperation });
  };

/** An operation that ended in `state` without a failed task: Aborted, or a state of a newer Gardener. */
export const ended =
  (type: string, state: string, description: string, minutes: number): ShootVariation =>
  (shoot, time) =>
    withStatus(shoot, {
      lastOperation: { type, state, progress: 34, description, lastUpdateTime: time.minutesAgo(minutes) },
    });

/** A Shoot that the scheduler found no seed for, so gardenlet has not seen it. */
export const unschedulable =
  (description: string, minutes: number): ShootVariation =>
  (shoot, time) => {
    const { seedName: _none, ...spec } = shoot.spec;
    const lastUpdateTime = time.minutesAgo(minutes);
    const lastOperation = { type: "Create", state: "Pending", progress: 0, description, lastUpdateTime };
    return { ...withMetadata(shoot, { generation: 1 }), spec, status: { lastOperation } };
  };

/** A Shoot that gardenlet skipped before its first reconciliation: its last operation has only a state. */
export const skipped: ShootVariation = (shoot) => ({
  ...withMetadata(withAnnotations(shoot, { "shoot.gardener.cloud/ignore": "true" }), { generation: 1 }),
  status: { lastOperation: { state: "Pending" } },
});

/** A Shoot that was just created and that no controller has handled. */
export const justCreated: ShootVariation = (shoot) => {
  const { seedName: _none, ...spec } = shoot.spec;
  const { status: _nothing, ...rest } = withMetadata(shoot, { generation: 1, finalizers: [registrationFinalizer] });
  return { ...rest, spec };
};

/** A new Shoot whose first flow stays in a task. Nothing has succeeded yet, so most conditions are Unknown. */
export const creating =
  (task: string, minutes: number): ShootVariation =>
  (shoot, time) => {
    const { lastMaintenance: _none, credentials: _never, ...status } = shoot.status ?? {};
    const message = "The condition has been initialized but its semantic check has not been performed yet.";
    const known = { status: "True", reason: "HealthzRequestSucceeded", message };
    const initial = { status: "Unknown", reason: "ConditionInitialized", message };
    const conditions = (status.conditions ?? []).map(
      (entry) =>
        entry && {
          ...entry,
          ...(entry.type === "APIServerAvailable" ? known : initial),
          ...changedAt(time.minutesAgo(minutes)),
        },
    );
    const young: Shoot = {
      ...withMetadata(shoot, { generation: 1 }),
      status: { ...status, conditions, observedGeneration: 1 },
    };
    return running(task, minutes, { type: "Create", waits: true })(young, time);
  };

/** A Shoot in deletion, with confirmation. */
export const deletionRequested =
  (confirmedBy: string, minutes: number): ShootVariation =>
  (shoot, time) => {
    const confirmed = withAnnotations(shoot, {
      "confirmation.gardener.cloud/deletion": "true",
      "deletion.gardener.cloud/confirmed-by": confirmedBy,
    });
    const generation = (shoot.metadata.generation ?? 1) + 1;
    const deletion = { deletionTimestamp: time.minutesAgo(minutes), deletionGracePeriodSeconds: 0 };
    const leaving = withMetadata(confirmed, { finalizers: ["gardener"], generation, ...deletion });
    return withStatus(leaving, { observedGeneration: generation });
  };

/** Changes of the spec wait for the maintenance window; the generation does not change before. */
export const rolloutConfined: ShootVariation = (shoot) =>
  withSpec(shoot, { maintenance: { ...shoot.spec.maintenance, confineSpecUpdateRollout: true } });
