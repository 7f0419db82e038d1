import {
  failAnnotation,
  failureDescription,
  faultMessage,
  lastErrorOf,
  waitAnnotation,
} from "#garden/gardener/controllers/client/faults.ts";
import { describeWave, progressBefore } from "#garden/gardener/controllers/flows/flow.ts";
import { flowNameOf, planFlow, waveOf } from "#garden/gardener/controllers/flows/plan-flow.ts";
import { registrationFinalizer } from "#garden/gardener/kinds/registration-finalizer.ts";
import type { LastOperation } from "#lib/garden/condition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { hasNonRetryableCode } from "#lib/policy/status/error-codes.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import type { Touch } from "../plan/shoot-plan.ts";
import { withAnnotations, withSpec, withStatus } from "./edit.ts";

interface Running {
  readonly type?: string;
  /** A task of the flow; its whole wave runs. */
  readonly task: string;
  readonly minutes: number;
  /** The flow stays in this task. */
  readonly waits?: boolean;
}

/** A flow is under way. */
export const running =
  ({ type = "Reconcile", task, minutes, waits }: Running): Touch =>
  (shoot, time) => {
    const lastOperation = operation({ type, state: "Processing", ...standing(shoot, type, task) }, time, minutes);
    const busy = withStatus(shoot, { lastOperation, retryCycleStartTime: time.minutesAgo(minutes + 3) });
    return waits ? withAnnotations(busy, { [waitAnnotation]: task }) : busy;
  };

/** Progress and description as gardenlet reports them while this task runs. */
function standing(
  shoot: Shoot,
  type: string,
  task: string,
): { readonly progress: number; readonly description: string } {
  const flow = planFlow(shoot, type);
  const position = waveOf(flow, task) ?? 0;
  const wave = flow.waves[position];
  return { progress: progressBefore(flow.waves, position), description: wave ? describeWave(wave) : task };
}

interface Failure {
  readonly type?: string;
  readonly task: string;
  readonly code?: string;
  readonly minutes: number;
  /** Hours since the retry cycle began; only while Gardener still tries. */
  readonly retryingHours?: number;
}

/** The last flow failed: `Failed` when the code says that trying again is no use, otherwise `Error`. The cause persists. */
export const failed =
  ({ type = "Reconcile", task, code, minutes, retryingHours = 1 }: Failure): Touch =>
  (shoot, time) => {
    const codes = code === undefined ? [] : [code];
    const final = hasNonRetryableCode(codes);
    const fault = { task, codes, message: faultMessage(code) };
    const description = failureDescription(flowNameOf(type), fault, !final);
    const state = final ? "Failed" : "Error";
    const { progress } = standing(shoot, type, task);
    const failing = withStatus(shoot, {
      lastOperation: operation({ type, state, progress, description }, time, minutes),
      lastErrors: [lastErrorOf(fault, time.minutesAgo(minutes))],
      ...(final ? {} : { retryCycleStartTime: time.hoursAgo(retryingHours) }),
    });
    return withAnnotations(failing, { [failAnnotation]: `${task}:${code ?? ""}` });
  };

/** Twelve hours of retries are over: `Failed` although the code is retryable or missing. */
export const gaveUp = (failure: Failure): Touch => {
  const base = failed(failure);
  return (shoot, time) => {
    const { retryCycleStartTime: _over, ...status } = base(shoot, time).status ?? {};
    const text = status.lastOperation?.description?.replace(" Operation will be retried.", "");
    return {
      ...base(shoot, time),
      status: {
        ...status,
        lastOperation: { ...status.lastOperation, state: "Failed", ...(text ? { description: text } : {}) },
      },
    };
  };
};

/** A later attempt has come as far as `task` while the error of the last one is still listed. */
export const tryingAgain =
  (failure: Failure, task: string): Touch =>
  (shoot, time) => {
    const before = failed(failure)(shoot, time);
    const type = failure.type ?? "Reconcile";
    const again = operation({ type, state: "Processing", ...standing(shoot, type, task) }, time, 1);
    return withStatus(before, { lastOperation: again });
  };

/** The operation ended as `state` without an error of a task: Aborted, or anything a newer Gardener invents. */
export const ended =
  (type: string, state: string, description: string, minutes: number): Touch =>
  (shoot, time) =>
    withStatus(shoot, { lastOperation: operation({ type, state, progress: 34, description }, time, minutes) });

/** The scheduler found no seed; gardenlet has never heard of this Shoot. */
export const unschedulable =
  (reason: string, minutes: number): Touch =>
  (shoot, time) => {
    const { seedName: _none, ...spec } = shoot.spec;
    const lastOperation = operation(
      { type: "Create", state: "Pending", progress: 0, description: reason },
      time,
      minutes,
    );
    return { ...shoot, metadata: { ...shoot.metadata, generation: 1 }, spec, status: { lastOperation } };
  };

/** Skipped by gardenlet before its first reconcile: a last operation with nothing but a state. */
export const skipped: Touch = (shoot) => ({
  ...shoot,
  metadata: {
    ...shoot.metadata,
    generation: 1,
    annotations: { ...shoot.metadata.annotations, "shoot.gardener.cloud/ignore": "true" },
  },
  status: { lastOperation: { state: "Pending" } },
});

/** Written a moment ago; nobody has acted on it. */
export const neverSeen: Touch = (shoot) => {
  const { seedName: _none, ...spec } = shoot.spec;
  const { status: _nothing, ...rest } = shoot;
  return { ...rest, metadata: { ...shoot.metadata, generation: 1, finalizers: [registrationFinalizer] }, spec };
};

/** The first flow of a new Shoot: no success yet, so the conditions are not known. */
export const creating =
  (run: Running): Touch =>
  (shoot, time) => {
    const { lastMaintenance: _none, credentials: _never, ...status } = shoot.status ?? {};
    const at = time.minutesAgo(run.minutes);
    const conditions = (status.conditions ?? []).map((entry) =>
      entry
        ? {
            ...entry,
            status: entry.type === "APIServerAvailable" ? "True" : "Unknown",
            reason: entry.type === "APIServerAvailable" ? "HealthzRequestSucceeded" : "ConditionInitialized",
            message: "The condition has been initialized but its semantic check has not been performed yet.",
            lastTransitionTime: at,
            lastUpdateTime: at,
          }
        : entry,
    );
    const young: Shoot = {
      ...shoot,
      metadata: { ...shoot.metadata, generation: 1 },
      status: { ...status, conditions, observedGeneration: 1 },
    };
    return running({ ...run, type: "Create" })(young, time);
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
    return {
      ...confirmed,
      metadata: {
        ...confirmed.metadata,
        finalizers: ["gardener"],
        generation,
        deletionTimestamp: time.minutesAgo(minutes),
        deletionGracePeriodSeconds: 0,
      },
      ...(shoot.status ? { status: { ...shoot.status, observedGeneration: generation } } : {}),
    };
  };

/** Changes of the spec are kept back until the maintenance window; the generation does not move before. */
export const rolloutConfined: Touch = (shoot) =>
  withSpec(shoot, { maintenance: { ...shoot.spec.maintenance, confineSpecUpdateRollout: true } });

function operation(
  fields: Pick<Required<LastOperation>, "type" | "state" | "progress" | "description">,
  time: DemoTime,
  minutes: number,
): LastOperation {
  return { ...fields, lastUpdateTime: time.minutesAgo(minutes) };
}
