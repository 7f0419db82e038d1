import { describe, expect, it } from "vitest";
import type { Worker } from "#lib/garden/shoot.ts";
import { createRandom } from "#lib/random.ts";
import { machinesDuringTransition } from "./machines-during-transition.ts";
import type { PoolMachines } from "./pool-machines.ts";
import { range, rollingUpdateLimitsOf } from "./replace-machines.ts";

const span = { startMs: 1_000_000, endMs: 1_100_000 };
const old = { kubernetes: "1.33.4", imageName: "gardenlinux", imageVersion: "1592.14.0" };
const young = { kubernetes: "1.34.2", imageName: "gardenlinux", imageVersion: "1877.6.0" };

function pool(count: number, more: Partial<PoolMachines> = {}, worker: Partial<Worker> = {}): PoolMachines {
  const { runs = old } = more;
  return {
    pool: { name: "default", machine: { type: "m5.large" }, ...worker },
    count,
    incarnation: runs.kubernetes,
    update: "",
    bornMs: 0,
    ...more,
    runs,
  };
}

const steps = range(0, 101).map((step) => step / 100);
const namesOf = (pools: readonly PoolMachines[]) =>
  machinesDuringTransition([], pools, { done: 1, span }).map(({ of, index }) => `${of.incarnation} ${index}`);

describe("replacing the machines of a pool", () => {
  const random = createRandom(1, "surges");
  const cases = range(0, 60).map((): readonly [number, Worker["maxSurge"], Worker["maxUnavailable"]] => [
    random.int(1, 12),
    random.pick([0, 1, 2, 5, "25%", "100%", undefined]),
    random.pick([0, 1, 3, "30%", "50%", undefined]),
  ]);

  it.each(cases)(
    "of %i nodes keeps to maxSurge %s and maxUnavailable %s at every instant",
    (count, maxSurge, maxUnavailable) => {
      const settings = { maxSurge: maxSurge ?? null, maxUnavailable: maxUnavailable ?? null };
      const before = pool(count, {}, settings);
      const after = pool(count, { runs: young }, settings);
      const { surge, unavailable } = rollingUpdateLimitsOf(after.pool, count);
      for (const done of steps) {
        const machines = machinesDuringTransition([before], [after], { done, span });
        const ready = machines.filter(({ state }) => state === "ready").length;
        expect(machines.length).toBeLessThanOrEqual(count + surge);
        expect(ready).toBeGreaterThanOrEqual(count - unavailable);
      }
      const end = machinesDuringTransition([before], [after], { done: 1, span });
      expect(end.map(({ runs, state }) => `${runs.kubernetes} ${state}`)).toEqual(
        range(0, count).map(() => "1.34.2 ready"),
      );
    },
  );

  it("starts with the old ones only", () => {
    const machines = machinesDuringTransition([pool(3)], [pool(3, { runs: young })], { done: 0, span });
    expect(machines.map(({ runs, state }) => `${runs.kubernetes} ${state}`)).toEqual(
      range(0, 3).map(() => "1.33.4 ready"),
    );
  });

  it("never lets a machine go back: gone stays gone, ready stays ready until it leaves", () => {
    const order = { joining: 0, ready: 1, leaving: 2 };
    const seen = new Map<string, number>();
    const gone = new Set<string>();
    for (const done of steps) {
      const machines = machinesDuringTransition([pool(5)], [pool(5, { runs: young })], { done, span });
      const present = new Map(
        machines.map((machine) => [`${machine.of.incarnation} ${machine.index}`, order[machine.state]]),
      );
      for (const [name, rank] of present) {
        expect(gone.has(name)).toBe(false);
        expect(rank).toBeGreaterThanOrEqual(seen.get(name) ?? 0);
        seen.set(name, rank);
      }
      for (const name of seen.keys()) if (!present.has(name)) gone.add(name);
    }
  });
});

describe("other ways", () => {
  const inPlace = (more: Partial<Worker> = {}): Partial<Worker> => ({
    updateStrategy: "AutoInPlaceUpdate",
    maxSurge: 0,
    maxUnavailable: 1,
    ...more,
  });

  it("an update in place keeps the names, and at most one node is away", () => {
    const before = pool(3, { incarnation: "in-place", update: "a" }, inPlace());
    const after = pool(3, { incarnation: "in-place", update: "b", runs: young }, inPlace());
    for (const done of steps) {
      const machines = machinesDuringTransition([before], [after], { done, span });
      expect(machines.map(({ index }) => index)).toEqual([0, 1, 2]);
      expect(machines.filter(({ state }) => state !== "ready").length).toBeLessThanOrEqual(1);
    }
    expect(machinesDuringTransition([before], [after], { done: 1, span }).map(({ runs }) => runs)).toEqual([
      young,
      young,
      young,
    ]);
  });

  it("an update by hand leaves every node as it is, waiting", () => {
    const manual = inPlace({ updateStrategy: "ManualInPlaceUpdate" });
    const before = pool(2, { incarnation: "in-place", update: "a" }, manual);
    const after = pool(2, { incarnation: "in-place", update: "b", runs: young }, manual);
    const machines = machinesDuringTransition([before], [after], { done: 1, span });
    expect(machines.map(({ runs, awaitsUpdate }) => [runs, awaitsUpdate])).toEqual([
      [old, true],
      [old, true],
    ]);
  });

  it("a patch of Kubernetes changes the kubelet and nothing else", () => {
    const after = pool(2, { incarnation: old.kubernetes, runs: { ...old, kubernetes: "1.33.9" } });
    expect(
      machinesDuringTransition([pool(2)], [after], { done: 0.9, span }).map(({ runs }) => runs.kubernetes),
    ).toEqual(["1.33.4", "1.33.4"]);
    expect(machinesDuringTransition([pool(2)], [after], { done: 1, span }).map(({ runs }) => runs.kubernetes)).toEqual([
      "1.33.9",
      "1.33.9",
    ]);
  });

  it.each([
    ["a new pool comes up", [], [pool(3)]],
    ["a pool goes", [pool(3)], []],
    ["a pool grows", [pool(2)], [pool(5)]],
    ["a pool shrinks", [pool(5)], [pool(2)]],
  ])("%s one after the other", (_case, before, after) => {
    const counts = steps.map((done) => machinesDuringTransition(before, after, { done, span }).length);
    const grows = namesOf(after).length >= namesOf(before).length;
    expect(counts).toEqual([...counts].sort((a, b) => (grows ? a - b : b - a)));
    expect(counts[0]).toBe(namesOf(before).length);
    expect(counts.at(-1)).toBe(namesOf(after).length);
  });
});
