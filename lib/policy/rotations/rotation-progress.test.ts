import { describe, expect, test } from "vitest";
import type { Shoot, ShootCredentialsRotation, ShootStatus } from "#lib/garden/shoot.ts";
import { rotationWaitSeverity } from "./rotation-age.ts";
import { rotationProgress } from "./rotation-progress.ts";

const nowMs = Date.parse("2026-08-10T10:00:00Z");

function shoot(rotation: ShootCredentialsRotation, version = "1.33.2", status: Partial<ShootStatus> = {}): Shoot {
  const workers = ["a", "b", "c", "d"].map((name) => ({ name, machine: { type: "m" } }));
  return {
    metadata: { name: "crazy-botany" },
    spec: { kubernetes: { version }, provider: { type: "local", workers } },
    status: { credentials: { rotation }, ...status },
  };
}

describe("the progress of a rotation", () => {
  test.each<{ rule: string; rotation: ShootCredentialsRotation; step: string; turn: string; wait?: string }>([
    { rule: "a family without a block is idle", rotation: {}, step: "idle", turn: "Nobody" },
    {
      rule: "Preparing is Gardener's turn",
      rotation: { certificateAuthorities: { phase: "Preparing" } },
      step: "preparing",
      turn: "Gardener",
    },
    {
      rule: "waiting for pools is the user's turn",
      rotation: { certificateAuthorities: { phase: "WaitingForWorkersRollout" } },
      step: "waiting-for-pools",
      turn: "You",
      wait: "roll-pools",
    },
    {
      rule: "Prepared is the user's turn",
      rotation: { certificateAuthorities: { phase: "Prepared" } },
      step: "ready-to-complete",
      turn: "You",
      wait: "update-clients-and-complete",
    },
    {
      rule: "Completed is done",
      rotation: { certificateAuthorities: { phase: "Completed" } },
      step: "done",
      turn: "Nobody",
    },
    {
      rule: "a phase newer than this build is said, not guessed",
      rotation: { certificateAuthorities: { phase: "Pondering" } },
      step: "unrecognised",
      turn: "Nobody",
    },
  ])("$rule", ({ rotation, step, turn, wait }) => {
    const progress = rotationProgress(shoot(rotation), "certificateAuthorities", nowMs);
    expect({ step: progress.step, turn: progress.turn, wait: progress.wait }).toEqual({ step, turn, wait });
  });

  test("tells how many pools have been rolled", () => {
    const pendingWorkersRollouts = [{ name: "c" }];
    const rotation = { serviceAccountKey: { phase: "WaitingForWorkersRollout", pendingWorkersRollouts } };
    expect(rotationProgress(shoot(rotation), "serviceAccountKey", nowMs)).toMatchObject({
      rolledShare: 0.75,
      pendingPools: ["c"],
    });
  });

  test("manual in-place pools hold Preparing until the user selects their nodes", () => {
    const inPlaceUpdates = { pendingWorkerUpdates: { manualInPlaceUpdate: ["b"] } };
    const of = shoot({ certificateAuthorities: { phase: "Preparing" } }, "1.33.2", { inPlaceUpdates });
    expect(rotationProgress(of, "certificateAuthorities", nowMs)).toMatchObject({
      turn: "You",
      wait: "select-nodes",
      pendingPools: ["b"],
    });
  });

  test.each([
    { version: "1.33.2", auto: false, turn: "You" },
    { version: "1.33.2", auto: true, turn: "Gardener" },
    { version: "1.34.0-alpha.1", auto: false, turn: "Gardener" },
  ])("a Prepared etcd key on $version with auto completion $auto is the turn of $turn", ({ version, auto, turn }) => {
    const rotation = { etcdEncryptionKey: { phase: "Prepared", autoCompleteAfterPrepared: auto } };
    expect(rotationProgress(shoot(rotation, version), "etcdEncryptionKey", nowMs).turn).toBe(turn);
  });

  test("SSH is under way while its initiation is newer than its completion", () => {
    const rotation = {
      sshKeypair: { lastInitiationTime: "2026-08-10T09:00:00Z", lastCompletionTime: "2026-02-01T00:00:00Z" },
    };
    expect(rotationProgress(shoot(rotation), "sshKeypair", nowMs)).toMatchObject({
      step: "preparing",
      turn: "Gardener",
      forSeconds: 3600,
    });
  });
});

describe("the age of a rotation that waits", () => {
  test.each([
    { days: 13, age: "neutral" },
    { days: 14, age: "caution" },
    { days: 30, age: "alert" },
  ] as const)("is $age after $days days", ({ days, age }) => {
    expect(rotationWaitSeverity({ turn: "You", forSeconds: days * 86_400 })).toBe(age);
  });

  test("does not count while it is not the user's turn", () => {
    expect(rotationWaitSeverity({ turn: "Gardener", forSeconds: 99 * 86_400 })).toBe("neutral");
  });
});
