import type { Condition } from "#lib/garden/condition.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { seedProblem } from "../gardenlet/seed-readiness.ts";
import { isLeavingSeed } from "../status/seed-move.ts";

/** How often the controller looks again at the Seed that is to take a Shoot. */
export const migrationCheckPeriodMs = 5_000;

/** What the controller finds about the Seed that a Shoot moves to. */
export type Destination = "DestinationSeedReady" | "DestinationSeedUnready" | "DestinationSeedInDeletion";

/**
 * Whether the Seed that a Shoot moves to can take it: not in deletion, ready, and of the same release of Gardener as the
 * Seed that it leaves.
 * @source Gardener: pkg/controllermanager/controller/shoot/migration/reconciler.go
 */
export function migrationDestination(source: Seed, destination: Seed): Destination {
  if (destination.metadata.deletionTimestamp) return "DestinationSeedInDeletion";
  const release = source.status?.gardener?.version;
  const sameRelease = release !== undefined && release === destination.status?.gardener?.version;
  return sameRelease && !seedProblem(destination) ? "DestinationSeedReady" : "DestinationSeedUnready";
}

/** What the controller leaves in a Shoot. */
export interface MigrationCheck {
  /** The constraint ReadyForMigration; undefined when it is there no longer. */
  readonly readyForMigration: Pick<Condition, "status" | "reason"> | undefined;
  /** Undefined when only a change of the Shoot wakes it again. */
  readonly checksAgainAfterMs: number | undefined;
}

/**
 * What the controller writes about a move to another Seed. While the constraint keeps its status, it keeps its reason as
 * well, which may be that of an earlier cause.
 * @source Gardener: pkg/controllermanager/controller/shoot/migration/reconciler.go
 */
export function migrationCheck(shoot: Shoot, source: Seed, destination: Seed): MigrationCheck {
  if (!isLeavingSeed(shoot)) return { readyForMigration: undefined, checksAgainAfterMs: undefined };
  const reason = migrationDestination(source, destination);
  const status = reason === "DestinationSeedReady" ? "True" : "False";
  const before = shoot.status?.constraints?.find((constraint) => constraint?.type === "ReadyForMigration");
  const isWritten = before?.status !== status;
  // The write of a True wakes the controller again. Where there is none to write, it asks on.
  const asksOn = reason === "DestinationSeedUnready" || (reason === "DestinationSeedReady" && !isWritten);
  return {
    readyForMigration: isWritten ? { status, reason } : before,
    checksAgainAfterMs: asksOn ? migrationCheckPeriodMs : undefined,
  };
}
