import {
  failAnnotation,
  failureDescription,
  faultMessage,
  lastErrorOf,
  waitAnnotation,
} from "#garden/gardener/controllers/client/faults.ts";
import { describeWave, progressBefore } from "#garden/gardener/controllers/flows/flow.ts";
import { flowNameOf, planFlow, waveOf } from "#garden/gardener/controllers/flows/plan-flow.ts";
import { changedAt } from "#garden/gardener/kinds/changed-at.ts";
import { registrationFinalizer } from "#garden/gardener/kinds/registration-finalizer.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { hasNonRetryableCode } from "#lib/policy/status/error-codes.ts";
import type { Touch } from "../plan/shoot-plan.ts";
import { withAnnotations, withMetadata, withSpec, withStatus } from "./edit.ts";

/** A flow is under way, with the whole wave of this task. Where it waits, it stays in the task. */
export const running =
  (task: string, minutes: number, { type = "Reconcile", waits = false } = {}): Touch =>
  (shoot, time) => {
    const lastUpdateTime = time.minutesAgo(minutes);
    const lastOperation = { type, state: "Processing", ...standing(shoot, type, task), lastUpdateTime };
    const busy = withStatus(shoot, { lastOperation, retryCycleStartTime: time.minutesAgo(minutes + 3) });
    return waits ? withAnnotations(busy, { [waitAnnotation]: task }) : busy;
  };

/** Progress and description as gardenlet reports them while this task runs. */
function standing(shoot: Shoot, type: string, task: string) {
  const flow = planFlow(shoot, type);
  const position = waveOf(flow, task) ?? 0;
  const wave = flow.waves[position];
  return { progress: progressBefore(flow.waves, position), description: wave ? describeWave(wave) : task };
}

interface Failure {
  readonly type?: string;
  readonly code?: string;
  /** Hours since the retry cycle began; only while Gardener still tries. */
  readonly retryingHours?: number;
}

/** The last flow failed: `Failed` when the code says that trying again is no use, otherwise `Error`. The cause persists. */
export const failed =
  (task: string, minutes: number, { type = "Reconcile", code, retryingHours = 1 }: Failure = {}): Touch =>
  (shoot, time) => {
    const codes = code === undefined ? [] : [code];
    const final = hasNonRetryableCode(codes);
    const fault = { task, codes, message: faultMessage(code) };
    const at = time.minutesAgo(minutes);
    const { progress } = standing(shoot, type, task);
    const description = failureDescription(flowNameOf(type), fault, !final);
    const failing = withStatus(shoot, {
      lastOperation: { type, state: final ? "Failed" : "Error", progress, description, lastUpdateTime: at },
      lastErrors: [lastErrorOf(fault, at)],
      ...(final ? {} : { retryCycleStartTime: time.hoursAgo(retryingHours) }),
    });
    return withAnnotations(failing, { [failAnnotation]: `${task}:${code ?? ""}` });
  };

/** Twelve hours of retries are over: `Failed` although the code is retryable or missing. */
export const gaveUp =
  (task: string, minutes: number): Touch =>
  (shoot, time) => {
    const base = failed(task, minutes)(shoot, time);
    const { retryCycleStartTime: _over, lastOperation, ...status } = base.status ?? {};
    const description = (lastOperation?.description ?? "").replace(" Operation will be retried.", "");
    return { ...base, status: { ...status, lastOperation: { ...lastOperation, state: "Failed", description } } };
  };

/** A later attempt has come as far as `task` while the error of the last one is still listed. */
export const tryingAgain =
  (task: string, failure: Touch): Touch =>
  (shoot, time) => {
    const type = "Reconcile";
    const lastUpdateTime = time.minutesAgo(1);
    const lastOperation = { type, state: "Processing", ...standing(shoot, type, task), lastUpdateTime };
    return withStatus(failure(shoot, time), { lastOperation });
  };

/** The operation ended as `state` without an error of a task: Aborted, or anything a newer Gardener invents. */
export const ended =
  (type: string, state: string, description: string, minutes: number): Touch =>
  (shoot, time) =>
    withStatus(shoot, {
      lastOperation: { type, state, progress: 34, description, lastUpdateTime: time.minutesAgo(minutes) },
    });

/** The scheduler found no seed; gardenlet has never heard of this Shoot. */
export const unschedulable =
  (description: string, minutes: number): Touch =>
  (shoot, time) => {
    const { seedName: _none, ...spec } = shoot.spec;
    const lastUpdateTime = time.minutesAgo(minutes);
    const lastOperation = { type: "Create", state: "Pending", progress: 0, description, lastUpdateTime };
    return { ...withMetadata(shoot, { generation: 1 }), spec, status: { lastOperation } };
  };

/** Skipped by gardenlet before its first reconcile: a last operation with nothing but a state. */
export const skipped: Touch = (shoot) => ({
  ...withMetadata(withAnnotations(shoot, { "shoot.gardener.cloud/ignore": "true" }), { generation: 1 }),
  status: { lastOperation: { state: "Pending" } },
});

/** Written a moment ago; nobody has acted on it. */
export const neverSeen: Touch = (shoot) => {
  const { seedName: _none, ...spec } = shoot.spec;
  const { status: _nothing, ...rest } = withMetadata(shoot, { generation: 1, finalizers: [registrationFinalizer] });
  return { ...rest, spec };
};

/** The first flow of a new Shoot stays in a task: no success yet, so the conditions are not known. */
export const creating =
  (task: string, minutes: number): Touch =>
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

/** Deletion was confirmed and requested. */
export const deletionRequested =
  (confirmedBy: string, minutes: number): Touch =>
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

/** Changes of the spec are kept back until the maintenance window; the generation does not move before. */
export const rolloutConfined: Touch = (shoot) =>
  withSpec(shoot, { maintenance: { ...shoot.spec.maintenance, confineSpecUpdateRollout: true } });
