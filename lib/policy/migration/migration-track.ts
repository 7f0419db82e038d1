import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { isLeavingSeed } from "../status/seed-move.ts";

/** Steps of a control-plane migration, in order. */
export const migrationSteps = ["requested", "migrate", "restore"] as const;
export type MigrationStep = (typeof migrationSteps)[number];

/** What a Shoot's status shows of a step. `interrupted`: gardenlet was restarted, and goes on by itself. */
export type MigrationStepState = "open" | "current" | "retrying" | "failed" | "interrupted" | "done";

/** Conditions in which gardenlet reports a live migration, in order. */
export const liveMigrationConditions = [
  "SourceEtcdPreparedForPeerJoin",
  "DestinationEtcdPeersJoined",
  "MigrateExtensionsNeededBeforeKubeAPIServer",
  "DestinationKubeAPIServerReady",
  "MigrateDNSRecords",
  "EtcdMigrationComplete",
  "SourceSeedCleanup",
  "MigrationCompleted",
] as const;
export type LiveMigrationCondition = (typeof liveMigrationConditions)[number];

/** Course of a control-plane migration, from the Shoot's status alone. */
export interface MigrationTrack {
  /** Seed that still has the control plane; undefined once it was handed over. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly steps: readonly {
    readonly step: MigrationStep;
    readonly state: MigrationStepState;
    /** Percentage that gardenlet reports for the current step. */
    readonly progress?: number;
  }[];
  /** Whether the destination can take the control plane, before the first step; undefined when not reported. */
  readonly destination?: { readonly isReady: boolean; readonly reason: string | undefined };
  /** Conditions of a live migration that are reported, with whether they are fulfilled; empty for any other. */
  readonly live: readonly { readonly type: LiveMigrationCondition; readonly isFulfilled: boolean }[];
  /** Whether the control plane was seen to work on the destination. */
  readonly isOver: boolean;
}

/**
 * The course of a migration as the status shows it; undefined for a Shoot that neither moves nor has moved with its last
 * operation.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler.go; docs/operations/control_plane_migration.md
 */
export function migrationTrackOf(shoot: Pick<Shoot, "spec" | "status">): MigrationTrack | undefined {
  const { spec, status } = shoot;
  const isLeaving = isLeavingSeed(shoot);
  const { type, state, progress } = status?.lastOperation ?? {};
  // A Shoot that leaves its Seed again has not begun yet, whatever its last Restore did.
  const runs = type === "Migrate" || (type === "Restore" && !isLeaving);
  if (!isLeaving && !runs) return undefined;
  const current: MigrationStep = runs ? (type === "Migrate" ? "migrate" : "restore") : "requested";
  const reached = stateOf(current, state, isLeaving);
  const place = migrationSteps.indexOf(current);
  const ready = status?.constraints?.find((constraint) => constraint?.type === "ReadyForMigration");
  return {
    from: isLeaving ? (status?.seedName ?? undefined) : undefined,
    to: spec.seedName ?? undefined,
    steps: migrationSteps.map((step, index) => {
      if (index !== place) return { step, state: index < place ? "done" : "open" };
      const isMeasured = runs && reached !== "done" && typeof progress === "number";
      return { step, state: reached, ...(isMeasured && { progress }) };
    }),
    ...(ready && { destination: { isReady: ready.status === "True", reason: ready.reason ?? undefined } }),
    live: liveConditionsOf(status),
    isOver: current === "restore" && reached === "done",
  };
}

function stateOf(step: MigrationStep, state: string | undefined, isLeaving: boolean): MigrationStepState {
  if (step === "requested") return "current";
  switch (state) {
    case "Succeeded":
      return "done";
    case "Failed":
      return "failed";
    case "Error":
      return "retrying";
    case "Aborted":
      // A restarted gardenlet aborts what it finds running, and repeats Migrate as long as the source has the Shoot.
      return step === "migrate" && !isLeaving ? "done" : "interrupted";
    default:
      return "current";
  }
}

function liveConditionsOf(status: Shoot["status"]): MigrationTrack["live"] {
  const reported = listAt(status, "liveMigration", "conditions");
  return liveMigrationConditions.flatMap((type) => {
    const found = reported.find((each) => stringAt(each, "type") === type);
    return found === undefined ? [] : [{ type, isFulfilled: stringAt(found, "status") === "True" }];
  });
}
