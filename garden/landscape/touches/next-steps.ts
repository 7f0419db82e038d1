import { changedAt } from "#garden/gardener/kinds/changed-at.ts";
import type { HibernationSchedule } from "#lib/garden/shoot.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { ShootVariation } from "../plan/shoot-plan.ts";
import { upsertByType, withAnnotations, withMetadata, withNewGeneration, withSpec, withStatus } from "./edit.ts";

/**
 * Touches that affect what Gardener does next, apart from the last operation: what holds it back, what happens
 * automatically, and what never will.
 */

export const ignoredShoot: ShootVariation = (shoot) => withAnnotations(shoot, { [annotations.ignore]: "true" });

/** Makes a failed Shoot be retried in the next window. */
export const retriedInWindow: ShootVariation = (shoot) => withAnnotations(shoot, { [annotations.needsRetry]: "true" });

/** A manual change since the last reconciliation. As it waits for the window, the generation is unchanged. */
export const changeDeferred =
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

/** A silent gardenlet: the health of the Shoot is Unknown. */
export const notReportedSince =
  (minutes: number): ShootVariation =>
  (shoot, time) => {
    const message = "Gardenlet stopped posting seed status.";
    const unknown = { status: "Unknown", reason: "StatusUnknown", message, ...changedAt(time.minutesAgo(minutes)) };
    const { conditions, constraints } = shoot.status ?? {};
    return withStatus(shoot, {
      conditions: (conditions ?? []).map((entry) => entry && { ...entry, ...unknown }),
      constraints: (constraints ?? []).map((entry) => entry && { ...entry, ...unknown }),
    });
  };

/** A migration to another Seed, which is not ready. */
export const waitsForSeed =
  (seedName: string, minutes: number): ShootVariation =>
  (shoot, time) => {
    const constraint = {
      type: "ReadyForMigration",
      status: "False",
      reason: "DestinationSeedUnready",
      message: `The destination seed ${seedName} cannot take the control plane.`,
      ...changedAt(time.minutesAgo(minutes)),
    };
    const constraints = upsertByType(shoot.status?.constraints, constraint);
    return withNewGeneration(withStatus(withSpec(shoot, { seedName }), { constraints }));
  };

/** A deleted Shoot whose object is kept by a foreign finalizer. */
export const blockedByFinalizer =
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

/** A lifetime limited by the quota of its credentials. */
export const endsIn =
  (hours: number, account: string): ShootVariation =>
  (shoot, time) =>
    withAnnotations(withSpec(shoot, { credentialsBindingName: account }), {
      [annotations.expiration]: time.hoursAgo(-hours),
    });

/** Schedules that have not been executed yet. */
export const newSchedules =
  (...schedules: readonly HibernationSchedule[]): ShootVariation =>
  (shoot) =>
    withSpec(shoot, { hibernation: { ...shoot.spec.hibernation, schedules } });

/** A hibernation schedule whose time has just passed. */
export const sleepMissed =
  (minutes: number): ShootVariation =>
  (shoot, time) => {
    const at = new Date(time.minutesAgo(minutes));
    return newSchedules({ start: `${at.getUTCMinutes()} ${at.getUTCHours()} * * *` })(shoot, time);
  };

/** A Shoot with another scheduler than Gardener's. */
export const scheduledBy =
  (schedulerName: string): ShootVariation =>
  (shoot) => ({ ...shoot, spec: { ...shoot.spec, ...{ schedulerName } } });
