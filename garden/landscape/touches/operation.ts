import {
  failTaskAnnotation,
  failureDescription,
  lastErrorOf,
  messageOfErrorCode,
  waitInTaskAnnotation,
} from "#garden/gardener/controllers/client/injected-failures.ts";
import { describeWave, progressBeforeWave } from "#garden/gardener/controllers/flows/flow.ts";
import {
  flowNameOf,
  infrastructureReadyTask,
  planFlow,
  waveIndexOfTask,
} from "#garden/gardener/controllers/flows/plan-flow.ts";
import { conditionTimestampsAt } from "#garden/gardener/kinds/condition-timestamps-at.ts";
import { registrationFinalizer } from "#garden/gardener/kinds/registration-finalizer.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { hasNonRetryableCode } from "#lib/policy/status/error-codes.ts";
import type { ShootVariation } from "../plan/shoot-plan.ts";
import { withAnnotations, withMetadata, withSpec, withStatus } from "./edit.ts";

/** A Shoot with a running flow, in the wave of the given task. With `waits`, the flow never leaves the task. */
export const runningOperation =
  (task: string, minutes: number, { type = "Reconcile", waits = false } = {}): ShootVariation =>
  (shoot, time) => {
    const lastUpdateTime = time.minutesAgo(minutes);
    const lastOperation = { type, state: "Processing", ...operationStatus(shoot, type, task), lastUpdateTime };
    const busy = withStatus(shoot, { lastOperation, retryCycleStartTime: time.minutesAgo(minutes + 3) });
    return waits ? withAnnotations(busy, { [waitInTaskAnnotation]: task }) : busy;
  };

/** Progress and description that gardenlet reports while this task runs. */
function operationStatus(shoot: Shoot, type: string, task: string) {
  const flow = planFlow(shoot, type);
  const position = waveIndexOfTask(flow, task) ?? 0;
  const wave = flow.waves[position];
  return { progress: progressBeforeWave(flow.waves, position), description: wave ? describeWave(wave) : task };
}

interface Failure {
  readonly type?: string;
  readonly code?: string;
  /** Hours since the first of the current retries; only used for errors that Gardener retries. */
  readonly retryingHours?: number;
}

/** Shoot with a failed flow: `Failed` for a non-retryable code, else `Error`. An annotation makes retries fail, too. */
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
    return withAnnotations(failing, { [failTaskAnnotation]: `${task}:${code ?? ""}` });
  };

/** A Shoot in state `Failed` after twelve hours of retries, although its error is retryable. */
export const failedAfterRetries =
  (task: string, minutes: number): ShootVariation =>
  (shoot, time) => {
    const base = failedOperation(task, minutes)(shoot, time);
    const { retryCycleStartTime: _over, lastOperation, ...status } = base.status ?? {};
    const description = (lastOperation?.description ?? "").replace(" Operation will be retried.", "");
    return { ...base, status: { ...status, lastOperation: { ...lastOperation, state: "Failed", description } } };
  };

/** Shoot with a retry in progress that has reached `task`; lastErrors still holds the failed attempt's error. */
export const retryingOperation =
  (task: string, failure: ShootVariation): ShootVariation =>
  (shoot, time) => {
    const type = "Reconcile";
    const lastUpdateTime = time.minutesAgo(1);
    const lastOperation = { type, state: "Processing", ...operationStatus(shoot, type, task), lastUpdateTime };
    return withStatus(failure(shoot, time), { lastOperation });
  };

/** A Shoot whose last operation has the given state without a failed task, such as Aborted. */
export const endedOperation =
  (type: string, state: string, description: string, minutes: number): ShootVariation =>
  (shoot, time) =>
    withStatus(shoot, {
      lastOperation: { type, state, progress: 34, description, lastUpdateTime: time.minutesAgo(minutes) },
    });

/** A Shoot for which the scheduler has found no Seed, so that no gardenlet has reconciled it. */
export const unschedulableShoot =
  (description: string, minutes: number, seedSelector: NonNullable<Shoot["spec"]["seedSelector"]>): ShootVariation =>
  (shoot, time) => {
    const { seedName: _none, ...others } = shoot.spec;
    const spec = { ...others, seedSelector };
    const lastUpdateTime = time.minutesAgo(minutes);
    const lastOperation = { type: "Create", state: "Pending", progress: 0, description, lastUpdateTime };
    return { ...withMetadata(shoot, { generation: 1 }), spec, status: { lastOperation } };
  };

/** A Shoot with the ignore annotation since its creation; its last operation has only a state. */
export const skippedShoot: ShootVariation = (shoot) => ({
  ...withMetadata(withAnnotations(shoot, { "shoot.gardener.cloud/ignore": "true" }), { generation: 1 }),
  status: { lastOperation: { state: "Pending" } },
});

/** A Shoot that was just created and that no controller has handled. */
export const justCreatedShoot: ShootVariation = (shoot) => {
  const { seedName: _none, ...spec } = shoot.spec;
  const { status: _nothing, ...rest } = withMetadata(shoot, { generation: 1, finalizers: [registrationFinalizer] });
  return { ...rest, spec };
};

/** A new Shoot whose first flow never gets past its infrastructure. Most conditions are Unknown. */
export const shootInCreation =
  (minutes: number): ShootVariation =>
  (shoot, time) => {
    const { lastMaintenance: _none, credentials: _never, networking: _later, ...status } = shoot.status ?? {};
    const message = "The condition has been initialized but its semantic check has not been performed yet.";
    const known = { status: "True", reason: "HealthzRequestSucceeded", message };
    const initial = { status: "Unknown", reason: "ConditionInitialized", message };
    const conditions = (status.conditions ?? []).map(
      (entry) =>
        entry && {
          ...entry,
          ...(entry.type === "APIServerAvailable" ? known : initial),
          ...conditionTimestampsAt(time.minutesAgo(minutes)),
        },
    );
    const young: Shoot = {
      ...withMetadata(shoot, { generation: 1 }),
      status: { ...status, conditions, observedGeneration: 1 },
    };
    return runningOperation(infrastructureReadyTask, minutes, { type: "Create", waits: true })(young, time);
  };

/** A Shoot in deletion, with the deletion confirmation. */
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

/** Makes spec changes wait for the maintenance window; the generation does not change before. */
export const rolloutConfinedToWindow: ShootVariation = (shoot) =>
  withSpec(shoot, { maintenance: { ...shoot.spec.maintenance, confineSpecUpdateRollout: true } });
