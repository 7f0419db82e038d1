import {
  conditionOverridesAnnotation,
  outdatedNodesAnnotation,
} from "#garden/gardener/controllers/client/injected-failures.ts";
import { networkingStatusOf } from "#garden/gardener/controllers/gardenlet/infrastructure-networking.ts";
import { conditionTimestampsAt } from "#garden/gardener/kinds/condition-timestamps-at.ts";
import type { HibernationSchedule, Shoot } from "#lib/garden/shoot.ts";
import { lastAppliedAnnotation } from "#lib/kube/last-applied.ts";
import type { ShootVariation } from "../plan/shoot-plan.ts";
import { upsertConditionByType, withAnnotations, withNewGeneration, withSpec, withStatus } from "./edit.ts";

/** A Shoot with both IP families. */
export const dualStackNetworks: ShootVariation = (shoot) => {
  const dual = withSpec(shoot, {
    networking: {
      ...shoot.spec.networking,
      ...{ ipFamilies: ["IPv4", "IPv6"], providerConfig: { overlay: { enabled: false } } },
    },
  });
  return withStatus(dual, { networking: networkingStatusOf(dual) ?? null });
};

/** A hibernated Shoot: workers and control plane are scaled to zero, and conditions are not checked. */
export const hibernatedShoot =
  (hours: number): ShootVariation =>
  (shoot, time) => {
    const message = "Shoot cluster has been hibernated.";
    const unchecked = { status: "True", message, ...conditionTimestampsAt(time.hoursAgo(hours)) };
    const { conditions, constraints } = shoot.status ?? {};
    return withStatus(withSpec(shoot, { hibernation: { ...shoot.spec.hibernation, enabled: true } }), {
      hibernated: true,
      conditions: conditions?.map((entry) => entry && { ...entry, ...unchecked, reason: "ConditionNotChecked" }) ?? [],
      constraints:
        constraints?.map((entry) => entry && { ...entry, ...unchecked, reason: "ConstraintNotChecked" }) ?? [],
    });
  };

export const scheduledHibernation =
  (...schedules: readonly HibernationSchedule[]): ShootVariation =>
  (shoot, time) =>
    withStatus(withSpec(shoot, { hibernation: { ...shoot.spec.hibernation, schedules } }), {
      lastHibernationTriggerTime: time.hoursAgo(9),
    });

/** A hibernated Shoot that is being woken up. Its status says hibernated until the flow ends. */
export const shootWakingUp: ShootVariation = (shoot) =>
  withSpec(shoot, { hibernation: { ...shoot.spec.hibernation, enabled: false } });

/** Machine image version on nodes that wait for a manual in-place update. */
const previousImage = "1877.3.0";

/** A Shoot with pools that need in-place updates. */
export const inPlaceUpdatesPending =
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
      ...conditionTimestampsAt(time.minutesAgo(minutes)),
    };
    const ran = manual.map((name) => `${name}:${shoot.spec.kubernetes.version}:${previousImage}`);
    return withAnnotations(
      withStatus(waiting, { constraints: upsertConditionByType(shoot.status?.constraints, constraint) }),
      {
        [outdatedNodesAnnotation]: ran.join(","),
      },
    );
  };

/** A Shoot with pools whose machines are replaced by a manually requested rollout. */
export const manualRolloutPending =
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

export const succeededMaintenance =
  (description: string, hours: number): ShootVariation =>
  (shoot, time) =>
    withStatus(shoot, { lastMaintenance: { description, triggeredTime: time.hoursAgo(hours), state: "Succeeded" } });

export const annotatedShoot =
  (key: string, value: string): ShootVariation =>
  (shoot) =>
    withAnnotations(shoot, { [key]: value });

/** A Shoot with a spec change that gardenlet has not observed yet. */
export const unobservedChange: ShootVariation = (shoot) => withNewGeneration(shoot);

/** A Shoot with the last-applied annotation of kubectl, which makes the object considerably larger. */
export const shootAppliedWithKubectl: ShootVariation = (shoot) =>
  withAnnotations(shoot, { [lastAppliedAnnotation]: `${lastApplied(shoot)}\n` });

function lastApplied({ apiVersion, kind, metadata, spec }: Shoot): string {
  const { name, namespace } = metadata;
  return JSON.stringify({ apiVersion, kind, metadata: { annotations: {}, name, namespace }, spec });
}

/** A self-hosted Shoot: its control plane runs in the cluster itself, so it has no seed and no hibernation. */
export const selfHostedShoot =
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
      ...conditionTimestampsAt(time.hoursAgo(5)),
    };
    const conditions = [...(shoot.status?.conditions ?? []), noBackups];
    return withAnnotations(withStatus(alone, { conditions }), {
      [conditionOverridesAnnotation]: "BackupBucketsReady:False",
    });
  };
