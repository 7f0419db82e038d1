import type { LastOperation } from "#lib/garden/condition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { hasNonRetryableCode } from "#lib/policy/status/error-codes.ts";
import {
  failAnnotation,
  failureDescription,
  faultMessage,
  lastErrorOf,
  waitAnnotation,
} from "../../controllers/faults.ts";
import { flowNameOf } from "../../controllers/flows/flow-names.ts";
import type { DemoTime } from "../demo-time.ts";
import type { Touch } from "../shoot-plan.ts";
import { withAnnotations, withNewGeneration, withSpec, withStatus } from "./edit.ts";

interface Running {
  readonly type?: string;
  readonly progress: number;
  /** Names of the running tasks, as gardenlet writes them. */
  readonly tasks: string;
  readonly minutes: number;
  /** The flow stays in this task. */
  readonly waitsFor?: string;
}

/** A flow is under way. */
export const running =
  ({ type = "Reconcile", progress, tasks, minutes, waitsFor }: Running): Touch =>
  (shoot, time) => {
    const lastOperation = operation({ type, state: "Processing", progress, description: tasks }, time, minutes);
    const started = time.minutesAgo(minutes + 3);
    const busy = withStatus(shoot, { lastOperation, retryCycleStartTime: started });
    return waitsFor ? withAnnotations(busy, { [waitAnnotation]: waitsFor }) : busy;
  };

interface Failure {
  readonly type?: string;
  readonly task: string;
  readonly code?: string;
  readonly progress: number;
  readonly minutes: number;
  /** Hours since the retry cycle began; only while Gardener still tries. */
  readonly retryingHours?: number;
}

/** The last flow failed: `Failed` when the code says that trying again is no use, otherwise `Error`. The cause persists. */
export const failed =
  ({ type = "Reconcile", task, code, progress, minutes, retryingHours = 1 }: Failure): Touch =>
  (shoot, time) => {
    const codes = code === undefined ? [] : [code];
    const final = hasNonRetryableCode(codes);
    const fault = { task, codes, message: faultMessage(code) };
    const description = failureDescription(flowNameOf(type), fault, !final);
    const state = final ? "Failed" : "Error";
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

/** A later attempt is running while the error of the last one is still listed. */
export const tryingAgain =
  (failure: Failure, progress: number): Touch =>
  (shoot, time) => {
    const before = failed(failure)(shoot, time);
    const again = operation(
      { type: failure.type ?? "Reconcile", state: "Processing", progress, description: failure.task },
      time,
      1,
    );
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
  return { ...rest, metadata: { ...shoot.metadata, generation: 1, finalizers: [] }, spec };
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
        generation,
        deletionTimestamp: time.minutesAgo(minutes),
        deletionGracePeriodSeconds: 0,
      },
      ...(shoot.status ? { status: { ...shoot.status, observedGeneration: generation } } : {}),
    };
  };

/** A change was accepted, gardenlet waits for the maintenance window. */
export const rolloutConfined =
  (changed: boolean): Touch =>
  (shoot) => {
    const confined = withSpec(shoot, { maintenance: { ...shoot.spec.maintenance, confineSpecUpdateRollout: true } });
    return changed ? withNewGeneration(confined) : confined;
  };

function operation(
  fields: Pick<Required<LastOperation>, "type" | "state" | "progress" | "description">,
  time: DemoTime,
  minutes: number,
): LastOperation {
  return { ...fields, lastUpdateTime: time.minutesAgo(minutes) };
}
