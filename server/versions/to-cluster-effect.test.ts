import { describe, expect, test } from "vitest";
import type { ForecastDifference, MovedStep } from "#lib/policy/forecast/compute-forecast-difference.ts";
import { compareEffects, toClusterEffect } from "./to-cluster-effect.ts";

const controlPlane = { kind: "control-plane" } as const;
const cluster = { project: "pay", name: "prod" };
const nothing: ForecastDifference = {
  moved: [],
  stuck: [],
  freed: [],
  movedDeadEnds: [],
  newRejections: [],
  endedRejections: [],
};
const hop = (more: Partial<MovedStep>): MovedStep => ({
  lane: controlPlane,
  from: "1.33.4",
  to: "1.34.2",
  kind: "forced",
  ...more,
});
const at = (earliestAt: number) => ({ earliestAt });
const deadEnd: ForecastDifference["stuck"][number] = {
  lane: controlPlane,
  deadEnd: {
    code: "no-next-minor",
    version: "1.33.4",
    fromAt: 5,
    sign: "reported-as-failed",
    remedies: [],
    confidence: "conditional",
  },
};

describe("what a change makes of a cluster", () => {
  test.each<[string, Partial<ForecastDifference>, readonly string[]]>([
    ["an earlier step", { moved: [hop({ before: at(9), after: at(3) })] }, ["earlier"]],
    ["a later step", { moved: [hop({ before: at(3), after: at(9) })] }, ["later"]],
    ["a step that is not foreseen any more", { moved: [hop({ before: at(3) })] }, ["later"]],
    ["a step that was not foreseen", { moved: [hop({ after: at(3) })] }, ["earlier"]],
    [
      "another target at the same time",
      { moved: [hop({ before: at(3) }), hop({ to: "1.34.9", after: at(3) })] },
      ["otherwise"],
    ],
    [
      "a dead end that comes later",
      { movedDeadEnds: [{ lane: controlPlane, before: deadEnd.deadEnd, after: { ...deadEnd.deadEnd, fromAt: 9 } }] },
      ["later"],
    ],
    ["a dead end instead of a step", { moved: [hop({ before: at(5) })], stuck: [deadEnd] }, ["stuck"]],
    ["a step instead of a dead end", { moved: [hop({ after: at(5) })], freed: [deadEnd] }, ["freed", "earlier"]],
  ])("%s", (_name, difference, kinds) => {
    expect(toClusterEffect(cluster, { ...nothing, ...difference }).kinds).toEqual(kinds);
  });

  test("is told by its nearest step", () => {
    const moved = [hop({ before: at(80), after: at(90) }), hop({ from: "1.32.1", before: at(20), after: at(30) })];
    expect(toClusterEffect(cluster, { ...nothing, moved }).step?.from).toBe("1.32.1");
  });
});

test("clusters that get stuck stand first, then what comes earlier, by date", () => {
  const effects = [
    toClusterEffect({ project: "p", name: "later" }, { ...nothing, moved: [hop({ before: at(1), after: at(2) })] }),
    toClusterEffect({ project: "p", name: "soon" }, { ...nothing, moved: [hop({ before: at(9), after: at(3) })] }),
    toClusterEffect({ project: "p", name: "sooner" }, { ...nothing, moved: [hop({ before: at(9), after: at(2) })] }),
    toClusterEffect({ project: "p", name: "stuck" }, { ...nothing, stuck: [deadEnd] }),
  ];
  expect(effects.sort(compareEffects).map(({ name }) => name)).toEqual(["stuck", "sooner", "soon", "later"]);
});
