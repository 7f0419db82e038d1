import {
  conditionOverridesAnnotation,
  nodesRunAnnotation,
} from "#garden/gardener/controllers/client/injected-failures.ts";
import { changedAt } from "#garden/gardener/kinds/changed-at.ts";
import type { HibernationSchedule, Shoot } from "#lib/garden/shoot.ts";
import { lastAppliedAnnotation } from "#lib/kube/last-applied.ts";
import type { ShootVariation } from "../plan/shoot-plan.ts";
import { upsertByType, withAnnotations, withNewGeneration, withSpec, withStatus } from "./edit.ts";

/** A hibernated Shoot: workers and control plane are scaled to zero, and conditions are not checked. */
export const hibernated =
  (hours: number): ShootVariation =>
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
  (...schedules: readonly HibernationSchedule[]): ShootVariation =>
  (shoot, time) =>
    withStatus(withSpec(shoot, { hibernation: { ...shoot.spec.hibernation, schedules } }), {
      lastHibernationTriggerTime: time.hoursAgo(9),
    });

/** A hibernated Shoot that is waking up; both hibernation conditions stay until the flow ends. */
export const wakingUp: ShootVariation = (shoot) =>
  withSpec(shoot, { hibernation: { ...shoot.spec.hibernation, enabled: false } });

/** Image version of nodes that wait for a manual update. */
const previousImage = "1877.3.0";

/** Pools with pending in-place updates. */
export const inPlacePending =
  (
    pending: { readonly auto?: readonly string[]; readonly manual?: readonly string[] },
    minutes: number,
  ): ShootVariation =>
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
      [nodesRunAnnotation]: ran.join(","),
    });
  };

/** Pools whose machines are replaced on request. */
export const manualRollout =
  (pools: readonly string[], minutes: number): ShootVariation =>
  (shoot, time) =>
    withStatus(shoot, {
      manualWorkerPoolRollout: {
        pendingWorkersRollouts: pools.map((name) => ({ name, lastInitiationTime: time.minutesAgo(minutes) })),
      },
    });

export const maintenanceFailed =
  (failureReason: string, hours: number): ShootVariation =>
  (shoot, time) => {
    const triggeredTime = time.hoursAgo(hours);
    const lastMaintenance = { description: "Maintenance failed", triggeredTime, state: "Failed", failureReason };
    return withStatus(shoot, { lastMaintenance });
  };

export const maintained =
  (description: string, hours: number): ShootVariation =>
  (shoot, time) =>
    withStatus(shoot, { lastMaintenance: { description, triggeredTime: time.hoursAgo(hours), state: "Succeeded" } });

export const annotated =
  (key: string, value: string): ShootVariation =>
  (shoot) =>
    withAnnotations(shoot, { [key]: value });

/** A change that gardenlet has not observed yet. */
export const unobserved: ShootVariation = (shoot) => withNewGeneration(shoot);

/** The last-applied annotation of kubectl apply, which makes the object considerably larger. */
export const appliedFromFile: ShootVariation = (shoot) =>
  withAnnotations(shoot, { [lastAppliedAnnotation]: `${lastApplied(shoot)}\n` });

function lastApplied({ apiVersion, kind, metadata, spec }: Shoot): string {
  const { name, namespace } = metadata;
  return JSON.stringify({ apiVersion, kind, metadata: { annotations: {}, name, namespace }, spec });
}

/** A self-hosted Shoot: its control plane runs in the cluster itself, so it has no seed and no hibernation. */
export const selfHosted =
  (pool: string): ShootVariation =>
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
    return withAnnotations(withStatus(alone, { conditions }), {
      [conditionOverridesAnnotation]: "BackupBucketsReady:False",
    });
  };
