import { holdAnnotation, ranAnnotation } from "#garden/gardener/controllers/client/faults.ts";
import { changedAt } from "#garden/gardener/kinds/changed-at.ts";
import type { HibernationSchedule, Shoot } from "#lib/garden/shoot.ts";
import { lastAppliedAnnotation } from "#lib/kube/last-applied.ts";
import type { Touch } from "../plan/shoot-plan.ts";
import { upsertByType, withAnnotations, withNewGeneration, withSpec, withStatus } from "./edit.ts";

/** Asleep: workers and control plane at zero, nothing is checked. */
export const hibernated =
  (hours: number): Touch =>
  (shoot, time) => {
    const message = "Shoot cluster has been hibernated.";
    const unchecked = { status: "True", message, ...changedAt(time.hoursAgo(hours)) };
    const { conditions, constraints } = shoot.status ?? {};
    return withStatus(withSpec(shoot, { hibernation: { ...shoot.spec.hibernation, enabled: true } }), {
      hibernated: true,
      conditions: conditions?.map((entry) => entry && { ...entry, ...unchecked, reason: "ConditionNotChecked" }) ?? [],
      constraints:
        constraints?.map((entry) => entry && { ...entry, ...unchecked, reason: "ConstraintNotChecked" }) ?? [],
    });
  };

export const hibernationSchedule =
  (...schedules: readonly HibernationSchedule[]): Touch =>
  (shoot, time) =>
    withStatus(withSpec(shoot, { hibernation: { ...shoot.spec.hibernation, schedules } }), {
      lastHibernationTriggerTime: time.hoursAgo(9),
    });

/** Asleep still, but asked to wake: both hibernation checks hold until the flow ends. */
export const wakingUp: Touch = (shoot) =>
  withSpec(shoot, { hibernation: { ...shoot.spec.hibernation, enabled: false } });

/** What nodes run that wait for a person to update them. */
const previousImage = "1877.3.0";

/** Pools that wait for their nodes to be updated in place. */
export const inPlacePending =
  (pending: { readonly auto?: readonly string[]; readonly manual?: readonly string[] }, minutes: number): Touch =>
  (shoot, time) => {
    const { auto = [], manual = [] } = pending;
    const waiting = withStatus(shoot, {
      inPlaceUpdates: { pendingWorkerUpdates: { autoInPlaceUpdate: auto, manualInPlaceUpdate: manual } },
    });
    if (manual.length === 0) return waiting;
    const constraint = {
      type: "ManualInPlaceWorkersUpdated",
      status: "False",
      reason: "WorkerPoolsWithManualInPlaceUpdateStrategyPending",
      message: `Worker pools ${JSON.stringify(manual)} with manual in-place update strategy are pending.`,
      ...changedAt(time.minutesAgo(minutes)),
    };
    const ran = manual.map((name) => `${name}:${shoot.spec.kubernetes.version}:${previousImage}`);
    return withAnnotations(withStatus(waiting, { constraints: upsertByType(shoot.status?.constraints, constraint) }), {
      [ranAnnotation]: ran.join(","),
    });
  };

/** Machines of these pools are being replaced on request. */
export const manualRollout =
  (pools: readonly string[], minutes: number): Touch =>
  (shoot, time) =>
    withStatus(shoot, {
      manualWorkerPoolRollout: {
        pendingWorkersRollouts: pools.map((name) => ({ name, lastInitiationTime: time.minutesAgo(minutes) })),
      },
    });

export const maintenanceFailed =
  (failureReason: string, hours: number): Touch =>
  (shoot, time) => {
    const triggeredTime = time.hoursAgo(hours);
    const lastMaintenance = { description: "Maintenance failed", triggeredTime, state: "Failed", failureReason };
    return withStatus(shoot, { lastMaintenance });
  };

export const maintained =
  (description: string, hours: number): Touch =>
  (shoot, time) =>
    withStatus(shoot, { lastMaintenance: { description, triggeredTime: time.hoursAgo(hours), state: "Succeeded" } });

export const annotated =
  (key: string, value: string): Touch =>
  (shoot) =>
    withAnnotations(shoot, { [key]: value });

/** Accepted by the API server and not yet seen by gardenlet. */
export const unobserved: Touch = (shoot) => withNewGeneration(shoot);

/** Annotations of an owner who applies a file from a repository: they make the object considerably larger. */
export const appliedFromFile: Touch = (shoot) =>
  withAnnotations(shoot, { [lastAppliedAnnotation]: `${lastApplied(shoot)}\n` });

function lastApplied({ apiVersion, kind, metadata, spec }: Shoot): string {
  const { name, namespace } = metadata;
  return JSON.stringify({ apiVersion, kind, metadata: { annotations: {}, name, namespace }, spec });
}

/** The control plane is looked after inside the cluster itself: it is on no seed, and never sleeps. */
export const selfHosted =
  (pool: string): Touch =>
  (shoot, time) => {
    const { seedName: _seed, hibernation: _none, ...spec } = shoot.spec;
    const { seedName: _former, ...status } = shoot.status ?? {};
    const workers = (spec.provider.workers ?? []).map((worker) =>
      worker.name === pool ? { ...worker, controlPlane: {} } : worker,
    );
    const alone: Shoot = { ...shoot, spec: { ...spec, provider: { ...spec.provider, workers } }, status };
    const noBackups = {
      type: "BackupBucketsReady",
      status: "False",
      reason: "BackupBucketsError",
      message: "The following BackupBuckets have issues: harborline-selfhosted: access denied while listing objects",
      ...changedAt(time.hoursAgo(5)),
    };
    const conditions = [...(shoot.status?.conditions ?? []), noBackups];
    return withAnnotations(withStatus(alone, { conditions }), { [holdAnnotation]: "BackupBucketsReady:False" });
  };
