import { describe, expect, test } from "vitest";
import type { Worker } from "#lib/garden/shoot.ts";
import { estimateRollout } from "./estimate-rollout.ts";

function pool(fields: Partial<Worker>): Worker {
  return { name: "data", machine: { type: "m5.large" }, minimum: 3, maximum: 6, ...fields };
}

describe("waves", () => {
  test.each<[string, Partial<Worker>, number, number]>([
    ["one new node at a time", { maxSurge: 1, maxUnavailable: 0 }, 6, 6],
    ["surge and unavailable add up", { maxSurge: 1, maxUnavailable: 1 }, 6, 3],
    ["a percentage of the surge rounds up", { maxSurge: "25%", maxUnavailable: 0 }, 6, 3],
    ["a percentage of what may be missing rounds down", { maxSurge: 0, maxUnavailable: "30%" }, 6, 6],
    ["zones work side by side", { maxSurge: 3, maxUnavailable: 0, zones: ["a", "b", "c"] }, 6, 2],
    [
      "a zone without any budget takes one node at a time",
      { maxSurge: 1, maxUnavailable: 0, zones: ["a", "b", "c"] },
      6,
      2,
    ],
    ["no nodes, no waves", { maxSurge: 1 }, 0, 0],
  ])("%s", (_name, fields, nodes, waves) => {
    expect(estimateRollout(pool(fields), nodes).waves).toEqual({ least: waves, most: waves });
  });
});

test("without a count the estimate spans minimum to maximum and says so", () => {
  const estimate = estimateRollout(pool({ maxSurge: 1 }));
  expect(estimate.nodes).toEqual({ least: 3, most: 6 });
  expect(estimate.assumptions).toContain("nodes-between-minimum-and-maximum");
});

test("own timeouts bound the slowest course", () => {
  const settings = { machineDrainTimeout: "10m", machineCreationTimeout: "5m" };
  const { seconds, assumptions } = estimateRollout(pool({ maxSurge: 1, machineControllerManager: settings }), 2);
  expect(seconds).toEqual({ least: 360, most: 1800 });
  expect(assumptions).not.toContain("drain-timeout-default");
});

test("nonsense in the spec never becomes NaN", () => {
  const odd = estimateRollout(pool({ maxSurge: "many", maxUnavailable: "", maximum: -3 }), -1);
  expect(Object.values({ ...odd.waves, ...odd.seconds }).every(Number.isFinite)).toBe(true);
});
