import { describe, expect, it } from "vitest";
import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import type { Shoot, ShootCredentialsRotation } from "#lib/garden/shoot.ts";
import { failTaskAnnotation, parseTaskFailure, waitInTaskAnnotation } from "../client/injected-failures.ts";
import { countTasks, describeWave, progressBeforeWave } from "./flow.ts";
import { planFlow, waveIndexOfTask } from "./plan-flow.ts";

const pool = { name: "default", machine: { type: "m5.large" } };

function shootWith(rotation: ShootCredentialsRotation = {}, workers: readonly (typeof pool)[] = [pool]): Shoot {
  return {
    metadata: { name: "a", namespace: "garden-a" },
    spec: { kubernetes: { version: "1.34.9" }, provider: { type: "aws", workers } },
    status: { credentials: { rotation } },
  };
}

const asleep: Shoot = { ...shootWith(), spec: { ...shootWith().spec, hibernation: { enabled: true } } };
const forced: Shoot = {
  ...shootWith(),
  metadata: { ...shootWith().metadata, annotations: { "confirmation.gardener.cloud/force-deletion": "true" } },
};
const preparing = { phase: "Preparing" };
const completing = { phase: "Completing" };

describe("flows", () => {
  it.each([
    ["a regular reconcile", shootWith(), "Reconcile", 90, 29],
    ["a workerless reconcile", shootWith({}, []), "Reconcile", 44, 18],
    ["putting a cluster to sleep", { ...asleep, status: { hibernated: false } }, "Reconcile", 63, 22],
    ["waking it up", { ...shootWith(), status: { hibernated: true } }, "Reconcile", 90, 29],
    ["a deletion", shootWith(), "Delete", 77, 38],
    ["a deletion by force", forced, "Delete", 20, 11],
    ["leaving a seed", shootWith(), "Migrate", 53, 37],
    ["coming to a seed", shootWith(), "Restore", 90, 29],
    ["etcd encryption key Preparing", shootWith({ etcdEncryptionKey: preparing }), "Reconcile", 92, 29],
    ["etcd encryption key Completing", shootWith({ etcdEncryptionKey: completing }), "Reconcile", 91, 29],
    [
      "all three families Preparing",
      shootWith({ certificateAuthorities: preparing, serviceAccountKey: preparing, etcdEncryptionKey: preparing }),
      "Reconcile",
      96,
      29,
    ],
    [
      "all three families Completing",
      shootWith({ certificateAuthorities: completing, serviceAccountKey: completing, etcdEncryptionKey: completing }),
      "Reconcile",
      92,
      29,
    ],
  ])("%s has the number of active tasks and waves that Gardener has", (_case, shoot, type, tasks, waves) => {
    const flow = planFlow(shoot, type);
    expect(countTasks(flow.waves)).toBe(tasks);
    expect(flow.waves).toHaveLength(waves);
  });

  it.each(["Create", "Reconcile", "Restore", "Delete", "Migrate"])("%s names no task twice", (type) => {
    for (const shoot of [shootWith(), asleep, forced]) {
      const tasks = planFlow(shoot, type).waves.flatMap((wave) => wave.tasks);
      expect(new Set(tasks).size).toBe(tasks.length);
    }
  });

  it.each([
    ["sleep", asleep, "Reconcile", 4, 6],
    ["waking up", { ...shootWith(), status: { hibernated: true } }, "Reconcile", 5, 7],
    ["a deletion", shootWith(), "Delete", 8, 12],
    ["a deletion by force", forced, "Delete", 1, 2],
    ["leaving a seed", shootWith(), "Migrate", 5, 8],
    ["coming to a seed", shootWith(), "Restore", 5, 8],
    ["a creation", shootWith(), "Create", 6, 9],
  ])("%s takes its minutes", (_case, shoot, type, least, most) => {
    const seconds = planFlow(shoot, type).waves.reduce((sum, wave) => sum + wave.seconds, 0);
    expect(seconds).toBeGreaterThanOrEqual(least * 60);
    expect(seconds).toBeLessThanOrEqual(most * 60);
  });

  it.each(["Delete", "Migrate"])("%s of a workerless Shoot does nothing about machines", (type) => {
    const { waves } = planFlow(shootWith({}, []), type);
    const tasks = waves.flatMap((wave) => wave.tasks);
    expect(tasks.filter((task) => /machine|worker|infrastructure|network plugin|operating system/.test(task))).toEqual(
      type === "Migrate" ? ["Shallow-deleting machine resources from the Shoot namespace"] : [],
    );
    expect(waves.every((wave) => wave.tasks.length > 0)).toBe(true);
  });

  it("starts at 0 %, rounds down and reaches 100 % only after the last wave", () => {
    const { waves } = planFlow(shootWith(), "Reconcile");
    expect(progressBeforeWave(waves, 0)).toBe(0);
    expect(progressBeforeWave(waves, 1)).toBe(1); // one of ninety
    expect(progressBeforeWave(waves, waves.length - 1)).toBeLessThan(100);
    expect(progressBeforeWave(waves, waves.length)).toBe(100);
    expect(progressBeforeWave([], 0)).toBe(100);
  });

  it("describes a wave by its tasks in alphabetical order", () => {
    expect(describeWave({ seconds: 1, tasks: ["b", "c", "a"] })).toBe("a, b, c");
  });

  it("takes two to three minutes for a quiet reconcile and longer where machines are made or replaced", () => {
    const seconds = (shoot: Shoot, type: string): number =>
      planFlow(shoot, type).waves.reduce((sum, wave) => sum + wave.seconds, 0);
    expect(seconds(shootWith(), "Reconcile")).toBeGreaterThanOrEqual(120);
    expect(seconds(shootWith(), "Reconcile")).toBeLessThanOrEqual(180);
    expect(seconds(shootWith(), "Create")).toBeGreaterThan(360);
    expect(seconds(shootWith({ certificateAuthorities: preparing }), "Reconcile")).toBeGreaterThan(280);
  });
});

describe("the faults of the demo landscape", () => {
  const isShoot = (object: object): object is Shoot => "kind" in object && object.kind === "Shoot";
  const { objects } = createDemoLandscape({ now: new Date("2026-08-10T09:30:00Z"), seed: 1, shoots: 500 });
  const annotated = objects.filter(isShoot).flatMap((shoot) => {
    const { [failTaskAnnotation]: fail, [waitInTaskAnnotation]: wait } = shoot.metadata.annotations ?? {};
    const task = parseTaskFailure(fail)?.task ?? wait;
    return task === undefined ? [] : [[shoot.metadata.name, shoot, task] as const];
  });

  it.each(annotated)("%s names a task of its own flow, or of a migration that fails", (_name, shoot, task) => {
    const flows = [shoot.status?.lastOperation?.type ?? "Reconcile", "Migrate"].map((type) => planFlow(shoot, type));
    expect(flows.some((flow) => waveIndexOfTask(flow, task) !== undefined)).toBe(true);
  });
});
