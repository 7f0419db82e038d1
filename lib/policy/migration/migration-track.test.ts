import { describe, expect, test } from "vitest";
import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { migrationTrackOf } from "./migration-track.ts";

function shoot(status: ShootStatus, seedName = "to"): Pick<Shoot, "spec" | "status"> {
  return { spec: { seedName, kubernetes: { version: "1.34.1" }, provider: { type: "aws" } }, status };
}

function steps(status: ShootStatus, seedName?: string): string | undefined {
  const track = migrationTrackOf(shoot(status, seedName));
  return track?.steps
    .map(({ state, progress }) => [state, progress].filter((each) => each !== undefined).join(" "))
    .join(", ");
}

describe("the course of a migration", () => {
  test.each<[string, ShootStatus, string]>([
    ["is requested", { seedName: "from" }, "current, open, open"],
    [
      "is requested again after an earlier one",
      { seedName: "from", lastOperation: { type: "Restore", state: "Succeeded", progress: 100 } },
      "current, open, open",
    ],
    [
      "prepares on the source",
      { seedName: "from", lastOperation: { type: "Migrate", state: "Processing", progress: 34 } },
      "done, current 34, open",
    ],
    [
      "fails on the source",
      { seedName: "from", lastOperation: { type: "Migrate", state: "Failed", progress: 34 } },
      "done, failed 34, open",
    ],
    ["is handed over", { seedName: "to", lastOperation: { type: "Migrate", state: "Succeeded" } }, "done, done, open"],
    ["is handed over without a Seed", { lastOperation: { type: "Migrate", state: "Succeeded" } }, "done, done, open"],
    [
      "is handed over by a Migrate that was aborted",
      { seedName: "to", lastOperation: { type: "Migrate", state: "Aborted" } },
      "done, done, open",
    ],
    [
      "is interrupted on the source, which repeats it",
      { seedName: "from", lastOperation: { type: "Migrate", state: "Aborted", progress: 34 } },
      "done, interrupted 34, open",
    ],
    [
      "is restored with errors",
      { seedName: "to", lastOperation: { type: "Restore", state: "Error", progress: 12 } },
      "done, done, retrying 12",
    ],
    [
      "is interrupted while it is restored",
      { seedName: "to", lastOperation: { type: "Restore", state: "Aborted", progress: 12 } },
      "done, done, interrupted 12",
    ],
    ["is over", { seedName: "to", lastOperation: { type: "Restore", state: "Succeeded" } }, "done, done, done"],
  ])("%s", (_what, status, expected) => {
    expect(steps(status)).toBe(expected);
    expect(migrationTrackOf(shoot(status))?.isOver).toBe(expected === "done, done, done");
  });

  test("is not told of a cluster that stays", () => {
    expect(steps({ seedName: "to", lastOperation: { type: "Reconcile", state: "Succeeded" } })).toBeUndefined();
    expect(steps({})).toBeUndefined();
  });

  test("waits for a destination that is not ready, as the constraint says", () => {
    const constraints = [{ type: "ReadyForMigration", status: "False", reason: "DestinationSeedUnready" }];
    expect(migrationTrackOf(shoot({ seedName: "from", constraints }))?.destination).toEqual({
      isReady: false,
      reason: "DestinationSeedUnready",
    });
  });

  test("shows the conditions of a live migration in their order, as far as they are reported", () => {
    const conditions = [
      { type: "MigrateDNSRecords", status: "False" },
      { type: "SourceEtcdPreparedForPeerJoin", status: "True" },
      { type: "Unknown", status: "True" },
    ];
    const status = Object.assign({ seedName: "from" }, { liveMigration: { conditions } });
    expect(migrationTrackOf(shoot(status))?.live).toEqual([
      { type: "SourceEtcdPreparedForPeerJoin", isFulfilled: true },
      { type: "MigrateDNSRecords", isFulfilled: false },
    ]);
  });
});
