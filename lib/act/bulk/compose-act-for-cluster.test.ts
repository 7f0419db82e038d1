import { describe, expect, test } from "vitest";
import type { MoveDestination } from "#lib/contract/migration/move-destinations.ts";
import { moveSeedAct } from "../plan/move-seed-act.ts";
import { bestSeed, isIntentOpen } from "./bulk-run.ts";
import { composeActForCluster } from "./compose-act-for-cluster.ts";

const destination = (name: string, differs: Partial<MoveDestination> = {}): MoveDestination => ({
  ...{ name, provider: "aws", region: "eu", refusals: [], waits: [], doubts: [], unchecked: [] },
  ...differs,
});

function moveOf(
  seed: string,
  destinations: readonly MoveDestination[] = [],
  planned: readonly [string, number][] = [],
  host = "one",
) {
  const shoot = {
    metadata: { name: "a", namespace: "garden-a" },
    spec: { seedName: "one", kubernetes: { version: "1.34.1" }, provider: { type: "aws" } },
    status: { seedName: host },
  };
  const now = {
    shoot,
    profile: undefined,
    garden: {},
    lifetime: undefined,
    destinations,
    planned: new Map(planned),
    now: 0,
  };
  return composeActForCluster({ kind: "move-seed", seed }, now);
}

describe("a move of many clusters", () => {
  test("waits for a Seed to be chosen", () => {
    expect(isIntentOpen({ kind: "move-seed", seed: "" })).toBe(true);
    expect(isIntentOpen({ kind: "move-seed", seed: "two" })).toBe(false);
  });

  test("goes to the Seed that was chosen for all, and leaves those that are there", () => {
    expect(moveOf("two")).toEqual({ ok: true, value: moveSeedAct("two") });
    expect(moveOf("one")).toMatchObject({ ok: false, error: "It is on one already." });
  });

  test("goes to the first Seed against which nothing speaks", () => {
    const seeds = [
      destination("later", { waits: ["The Seed has another release."] }),
      destination("hidden", { doubts: ["The Seed is hidden."] }),
      destination("full", { refusals: ["The Seed is full."] }),
      destination("free"),
    ];
    expect(moveOf(bestSeed, seeds)).toEqual({ ok: true, value: moveSeedAct("free") });
    expect(moveOf(bestSeed, seeds.slice(0, 2)).ok).toBe(false);
  });

  test("calls no move back that waits: neither to the best Seed nor to the one that hosts the cluster", () => {
    const seeds = [destination("home", { isReturn: true }), destination("free", { clusters: 9 })];
    expect(moveOf(bestSeed, seeds, [], "home")).toEqual({ ok: true, value: moveSeedAct("free") });
    expect(moveOf(bestSeed, seeds.slice(0, 1), [], "home").ok).toBe(false);
    expect(moveOf("home", seeds, [], "home")).toMatchObject({ ok: false, error: "It is on home already." });
  });

  test("spreads over the Seeds: those that the plan moves there count as well", () => {
    const seeds = [destination("a", { clusters: 3 }), destination("b", { clusters: 4 })];
    expect(moveOf(bestSeed, seeds, [["a", 1]])).toEqual({ ok: true, value: moveSeedAct("a") });
    expect(moveOf(bestSeed, seeds, [["a", 2]])).toEqual({ ok: true, value: moveSeedAct("b") });
  });

  test("fills no Seed beyond its capacity", () => {
    const seeds = [destination("a", { clusters: 3, capacity: "4" }), destination("b", { clusters: 9 })];
    expect(moveOf(bestSeed, seeds, [["a", 1]])).toEqual({ ok: true, value: moveSeedAct("b") });
    expect(moveOf(bestSeed, seeds.slice(0, 1), [["a", 1]]).ok).toBe(false);
    const thousand = [destination("a", { clusters: 999, capacity: "1k" })];
    expect(moveOf(bestSeed, thousand).ok).toBe(true);
    expect(moveOf(bestSeed, thousand, [["a", 1]]).ok).toBe(false);
  });
});
