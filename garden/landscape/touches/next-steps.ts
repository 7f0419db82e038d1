import { failTaskAnnotation } from "#garden/gardener/controllers/client/injected-failures.ts";
import { conditionTimestampsAt } from "#garden/gardener/kinds/condition-timestamps-at.ts";
import type { HibernationSchedule } from "#lib/garden/shoot.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { ShootVariation } from "../plan/shoot-plan.ts";
import {
  upsertConditionByType,
  withAnnotations,
  withMetadata,
  withNewGeneration,
  withSpec,
  withStatus,
} from "./edit.ts";

/**
 * Changes of demo Shoots that affect what Gardener does next: causes that prevent a reconciliation, scheduled actions,
 * and actions that will never happen.
 */

export const ignoredShoot: ShootVariation = (shoot) => withAnnotations(shoot, { [annotations.ignore]: "true" });

/** Makes a failed Shoot be retried in the next window. */
export const retryInMaintenanceWindow: ShootVariation = (shoot) =>
  withAnnotations(shoot, { [annotations.needsRetry]: "true" });

/** A pool change since the last reconciliation; it waits for the maintenance window, so the generation is unchanged. */
export const changeWaitingForWindow =
  (minutes: number): ShootVariation =>
  (shoot, time) => {
    const maximum = { ".": {}, "f:maximum": {} };
    const [pool] = shoot.spec.provider.workers ?? [];
    const entry = {
      manager: "kubectl-edit",
      operation: "Update",
      apiVersion: "core.gardener.cloud/v1beta1",
      time: time.minutesAgo(minutes),
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": { "f:provider": { "f:workers": { [`k:{"name":"${pool?.name}"}`]: maximum } } } },
    };
    return withMetadata(shoot, { managedFields: [...(shoot.metadata.managedFields ?? []), entry] });
  };

/** A Shoot whose gardenlet is silent: all its conditions are Unknown. */
export const silentGardenletShoot =
  (minutes: number): ShootVariation =>
  (shoot, time) => {
    const message = "Gardenlet stopped posting seed status.";
    const unknown = {
      status: "Unknown",
      reason: "StatusUnknown",
      message,
      ...conditionTimestampsAt(time.minutesAgo(minutes)),
    };
    const { conditions, constraints } = shoot.status ?? {};
    return withStatus(shoot, {
      conditions: (conditions ?? []).map((entry) => entry && { ...entry, ...unknown }),
      constraints: (constraints ?? []).map((entry) => entry && { ...entry, ...unknown }),
    });
  };

/** A Shoot with a requested migration to a Seed that is not ready. */
export const migrationWaitingForSeed =
  (seedName: string, minutes: number): ShootVariation =>
  (shoot, time) => {
    const constraint = {
      type: "ReadyForMigration",
      status: "False",
      reason: "DestinationSeedUnready",
      message: `The destination seed ${seedName} cannot take the control plane.`,
      ...conditionTimestampsAt(time.minutesAgo(minutes)),
    };
    const constraints = upsertConditionByType(shoot.status?.constraints, constraint);
    return withNewGeneration(withStatus(withSpec(shoot, { seedName }), { constraints }));
  };

/** A healthy Shoot whose control plane does not get off its Seed: the source gardenlet fails at this task of Migrate. */
export const migrationThatFails =
  (task: string): ShootVariation =>
  (shoot) =>
    withAnnotations(shoot, { [failTaskAnnotation]: `${task}:` });

/** A deleted Shoot whose object still exists, because another controller's finalizer is left. */
export const deletionBlockedByFinalizer =
  (finalizer: string, minutes: number): ShootVariation =>
  (shoot, time) => {
    const lastOperation = {
      type: "Delete",
      state: "Succeeded",
      progress: 100,
      description: "Shoot cluster has been successfully deleted.",
      lastUpdateTime: time.minutesAgo(minutes),
    };
    return withStatus(withMetadata(shoot, { finalizers: [finalizer] }), { lastOperation });
  };

/** A Shoot that expires, because the Quota of its credentials limits the lifetime. */
export const expiringShoot =
  (hours: number, account: string): ShootVariation =>
  (shoot, time) =>
    withAnnotations(withSpec(shoot, { credentialsBindingName: account }), {
      [annotations.expiration]: time.hoursAgo(-hours),
    });

/** Hibernation schedules that have not been executed yet. */
export const newHibernationSchedules =
  (...schedules: readonly HibernationSchedule[]): ShootVariation =>
  (shoot) =>
    withSpec(shoot, { hibernation: { ...shoot.spec.hibernation, schedules } });

/** A hibernation schedule whose last execution time has just passed. */
export const missedHibernation =
  (minutes: number): ShootVariation =>
  (shoot, time) => {
    const at = new Date(time.minutesAgo(minutes));
    return newHibernationSchedules({ start: `${at.getUTCMinutes()} ${at.getUTCHours()} * * *` })(shoot, time);
  };

/** A Shoot that uses another scheduler than Gardener's. */
export const otherSchedulerShoot =
  (schedulerName: string): ShootVariation =>
  (shoot) => ({ ...shoot, spec: { ...shoot.spec, ...{ schedulerName } } });
