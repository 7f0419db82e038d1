import { describe, expect, test } from "vitest";
import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import {
  type PhasedFamily,
  phaseOf,
  type RotationUserAction,
  userActionOfRotation,
} from "#lib/policy/rotations/families.ts";
import { rotationProgress } from "#lib/policy/rotations/rotation-progress.ts";
import { credentialRows } from "#lib/view/rotations/credential-rows.ts";
import { clusterRotationsOf } from "#lib/view/rotations/rotation-board.ts";
import { progressOfRotationScope } from "#lib/view/rotations/rotation-scope-progress.ts";
import { type RotationStepId, rotationStepTitles } from "#lib/view/rotations/rotation-scope-step.ts";
import { rotationStepLabels, rotationWaitDescriptions } from "#lib/words/rotation-descriptions.ts";
import { toFleetRow } from "#server/fleet/fleet-row.ts";
import { unknownProfile } from "#server/fleet/profile-reader.ts";

const now = new Date("2026-08-10T09:30:00Z");
const nowMs = now.getTime();
const context = { nowMs, rules: newestRules };
const isShoot = (object: KubeObject): object is Shoot => object.kind === "Shoot";
const shoots = createDemoLandscape({ now, seed: 1, shoots: 0 }).objects.filter(isShoot);

const phased = ["certificateAuthorities", "serviceAccountKey", "etcdEncryptionKey"] as const;
const named = ({ metadata: { namespace = "", name } }: Shoot) => `${namespace.replace(/^garden-/, "")}/${name}`;
const standing = (family: PhasedFamily, phase: string) =>
  shoots.filter((shoot) => phaseOf(shoot, family) === phase && shoot.status != null);

type Turn = "You" | "Gardener" | "Nobody";
type Case = readonly [family: PhasedFamily, phase: string, step: RotationStepId, turns: readonly Turn[]];

const twins = ["certificateAuthorities", "serviceAccountKey"] as const;
const cases: readonly Case[] = [
  ...twins.flatMap((family): readonly Case[] => [
    [family, "", "plan", ["Nobody"]],
    [family, "Preparing", "prepare", family === "certificateAuthorities" ? ["Gardener", "You"] : ["Gardener"]],
    [family, "PreparingWithoutWorkersRollout", "prepare", ["Gardener"]],
    [family, "WaitingForWorkersRollout", "roll", ["You"]],
    [family, "Prepared", "clients", ["You"]],
    [family, "Completing", "complete", ["Gardener"]],
    [family, "Completed", "plan", ["Nobody"]],
  ]),
  ["etcdEncryptionKey", "", "start", ["Nobody"]],
  ["etcdEncryptionKey", "Preparing", "running", ["Gardener"]],
  ["etcdEncryptionKey", "Prepared", "clients", ["You"]],
  ["etcdEncryptionKey", "Completing", "running", ["Gardener"]],
  ["etcdEncryptionKey", "Completed", "start", ["Nobody"]],
];

describe("every phase stands in the demo fleet, with its step and whose turn it is", () => {
  test.each(cases)("%s in %j stands at %s, and it is the turn of %j", (family, phase, step, turns) => {
    const found = standing(family, phase).map((shoot) => progressOfRotationScope(shoot, family, context));
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ current }) => current))).toContain(step);
    expect(new Set(found.map(({ turn }) => turn))).toEqual(new Set(turns));
    for (const { current, steps, turn } of found) {
      const [at] = steps.filter(({ id }) => id === current);
      expect(at?.title).toBe(rotationStepTitles[current]);
      expect(at?.state).toBe(turn === "You" ? "waiting" : "current");
    }
  });

  test("what comes next is the step behind it, and only the last has none", () => {
    for (const [family, phase] of cases) {
      for (const shoot of standing(family, phase)) {
        const { steps, current } = progressOfRotationScope(shoot, family, context);
        const ahead = steps.slice(steps.findIndex(({ id }) => id === current) + 1);
        expect(ahead.length, `${named(shoot)}: ${family} ${phase}`).toBeGreaterThan(0);
        expect(ahead.every(({ state }) => state === "ahead")).toBe(true);
      }
    }
  });

  test("the table of a cluster has a row with phase and turn for each of them", () => {
    for (const [family, phase] of cases) {
      for (const shoot of standing(family, phase)) {
        const row = credentialRows(shoot, context).find(({ id }) => id === family);
        expect(row?.progress).toMatchObject({ phase, turn: rotationProgress(shoot, family, nowMs).turn });
        expect(String(rotationStepLabels[row?.progress?.step ?? "unrecognised"])).not.toMatch(/does not know/);
      }
    }
  });
});

describe("everything that a rotation may want of people is wanted somewhere in the demo fleet", () => {
  const waits: readonly RotationUserAction[] = [
    "roll-pools",
    "select-nodes",
    "update-clients-and-complete",
    "complete",
  ];

  test.each(waits)("%s", (wait) => {
    const found = shoots.flatMap((shoot) =>
      phased.filter((family) => userActionOfRotation(shoot, family) === wait).map((family) => ({ shoot, family })),
    );
    expect(found.length).toBeGreaterThan(0);
    expect(String(rotationWaitDescriptions[wait])).toMatch(/^[A-Z].*\.$/);
    for (const { shoot, family } of found) {
      const track = progressOfRotationScope(shoot, family, context);
      expect(track.turn, named(shoot)).toBe("You");
      if (wait === "roll-pools") expect(track.pendingPools.length).toBeGreaterThan(0);
      if (wait === "select-nodes") expect(track.manualPools.length).toBeGreaterThan(0);
    }
  });
});

describe("the board of all rotations says the same", () => {
  const rows = shoots.map((shoot) => toFleetRow(shoot, { project: "demo", profile: unknownProfile, now: nowMs }));
  const lines = clusterRotationsOf(rows, nowMs);

  test.each([
    ["Roll pools", "Owner"],
    ["Select nodes", "Owner"],
    ["Update clients", "Owner"],
    ["Complete", "Owner"],
    ["View progress", "Gardener"],
    ["Plan it", "Nobody"],
  ])("%s is the turn of %s", (next, turn) => {
    const found = lines.filter((line) => line.next === next);
    expect(new Set(found.map((line) => line.turn))).toContain(turn);
    if (turn === "Owner") expect(found.every((line) => line.state === "waiting")).toBe(true);
  });
});
