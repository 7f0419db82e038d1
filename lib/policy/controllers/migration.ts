import type { Condition } from "#lib/garden/condition.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { findSeedProblem } from "../gardenlet/seed-readiness.ts";
import { isLeavingSeed } from "../status/seed-move.ts";

/** Interval at which the controller checks a Shoot's destination Seed again. */
export const migrationCheckPeriodMs = 5_000;

/** State of a Shoot's destination Seed, as reported by the controller. */
export type DestinationSeedState = "DestinationSeedReady" | "DestinationSeedUnready" | "DestinationSeedInDeletion";

/**
 * Whether the destination Seed of a migration can take the Shoot: not in deletion, ready, and of the same Gardener
 * release as the source Seed.
 * @source Gardener: pkg/controllermanager/controller/shoot/migration/reconciler.go
 */
export function readDestinationSeedState(source: Seed, destination: Seed): DestinationSeedState {
  if (destination.metadata.deletionTimestamp) return "DestinationSeedInDeletion";
  const release = source.status?.gardener?.version;
  const sameRelease = release !== undefined && release === destination.status?.gardener?.version;
  return sameRelease && !findSeedProblem(destination) ? "DestinationSeedReady" : "DestinationSeedUnready";
}

/** Result of the controller's check of a migrating Shoot. */
export interface MigrationCheck {
  /** The constraint ReadyForMigration; undefined when it is removed. */
  readonly readyForMigration: Pick<Condition, "status" | "reason"> | undefined;
  /** Delay before the controller checks again; undefined when only a change of the Shoot triggers another check. */
  readonly checksAgainAfterMs: number | undefined;
}

/**
 * Predicts what the controller writes about a migration. While the constraint keeps its status it also keeps its
 * reason, which may be that of an earlier cause.
 * @source Gardener: pkg/controllermanager/controller/shoot/migration/reconciler.go
 */
export function predictMigrationCheck(shoot: Shoot, source: Seed, destination: Seed): MigrationCheck {
  if (!isLeavingSeed(shoot)) return { readyForMigration: undefined, checksAgainAfterMs: undefined };
  const reason = readDestinationSeedState(source, destination);
  const status = reason === "DestinationSeedReady" ? "True" : "False";
  const before = shoot.status?.constraints?.find((constraint) => constraint?.type === "ReadyForMigration");
  const isWritten = before?.status !== status;
  // Writing status True triggers the controller again; without a write, the controller requeues the Shoot.
  const asksOn = reason === "DestinationSeedUnready" || (reason === "DestinationSeedReady" && !isWritten);
  return {
    readyForMigration: isWritten ? { status, reason } : before,
    checksAgainAfterMs: asksOn ? migrationCheckPeriodMs : undefined,
  };
}
