import { describe, expect, test } from "vitest";
import type { Worker } from "#lib/garden/shoot.ts";
import { validateMachineSettings } from "./machine-settings.ts";
import { applyPoolDefaults, defaultMachineSettings } from "./pool-defaults.ts";
import { distributePercentOverZones, type SurgeSettings, validateSurge } from "./surge.ts";
import { validateUpdateStrategy } from "./update-strategy.ts";

const rolling: Worker = { name: "a", machine: { type: "m" }, updateStrategy: "AutoRollingUpdate" };
const inPlace: Worker = { ...rolling, updateStrategy: "AutoInPlaceUpdate" };
const manual: Worker = { ...rolling, updateStrategy: "ManualInPlaceUpdate" };

function codes(faults: readonly { readonly path: string; readonly code: string }[]): readonly string[] {
  return faults.map(({ path, code }) => `${path} ${code}`);
}

describe("surge", () => {
  test.each<[string, SurgeSettings, readonly string[]]>([
    ["a numeric text is invalid, but counts as its number", { maxSurge: "5" }, ["maxSurge NOT_INT_OR_PERCENT"]],
    [
      "any other text is invalid and counts as zero",
      { maxSurge: "many" },
      ["maxSurge NOT_INT_OR_PERCENT", "maxUnavailable BOTH_ZERO"],
    ],
    ["0% is zero", { maxSurge: "0%", maxUnavailable: "0%" }, ["maxUnavailable BOTH_ZERO"]],
    ["unset is zero", {}, ["maxUnavailable BOTH_ZERO"]],
    [
      "only unavailable nodes end at 100%",
      { maxSurge: "300%", maxUnavailable: "101%" },
      ["maxUnavailable OVER_100_PERCENT"],
    ],
    ["a negative number is not zero", { maxSurge: -1 }, ["maxSurge NEGATIVE"]],
    [
      "manual updates take neither, not even 0",
      { updateStrategy: "ManualInPlaceUpdate", maxSurge: 0, maxUnavailable: 0 },
      ["maxSurge MANUAL_MUST_BE_UNSET", "maxUnavailable MANUAL_MUST_BE_UNSET"],
    ],
    [
      "what is wrong by itself is told of manual updates, too",
      { updateStrategy: "ManualInPlaceUpdate", maxSurge: -1, maxUnavailable: "101%" },
      [
        "maxSurge NEGATIVE",
        "maxUnavailable OVER_100_PERCENT",
        "maxSurge MANUAL_MUST_BE_UNSET",
        "maxUnavailable MANUAL_MUST_BE_UNSET",
      ],
    ],
    ["manual updates without both are fine", { updateStrategy: "ManualInPlaceUpdate" }, []],
  ])("%s", (_name, settings, expected) => {
    expect(codes(validateSurge(settings))).toEqual(expected);
  });

  test("a text that is no percentage is not weighed", () => {
    expect(distributePercentOverZones("many", 5, 2)).toEqual(["many", "many"]);
  });
});

describe("strategy", () => {
  test.each<[string, Worker | null, Worker, readonly string[]]>([
    ["a rolling pool cannot turn to in-place updates", rolling, inPlace, ["updateStrategy ROLLING_TO_IN_PLACE"]],
    ["an in-place pool cannot turn to rolling", manual, rolling, ["updateStrategy IN_PLACE_TO_ROLLING"]],
    [
      "what is unknown is not in place either",
      manual,
      { ...manual, updateStrategy: "Sometimes" },
      ["updateStrategy UPDATE_STRATEGY_UNKNOWN", "updateStrategy IN_PLACE_TO_ROLLING"],
    ],
    [
      "another runtime is frozen",
      { ...inPlace, cri: { name: "containerd" } },
      { ...inPlace, cri: { name: "other" } },
      ["cri.name IN_PLACE_IMMUTABLE"],
    ],
    ["a runtime that is left out is not", { ...inPlace, cri: { name: "containerd" } }, { ...inPlace, cri: null }, []],
    ["automatic and manual in-place updates may change places", inPlace, manual, []],
    ["a new in-place pool needs the gate", null, inPlace, ["updateStrategy IN_PLACE_GATE_DISABLED"]],
    ["an existing in-place pool does not", inPlace, { ...inPlace, maximum: 3 }, []],
    [
      "the whole volume of an in-place pool is frozen",
      inPlace,
      { ...inPlace, volume: { size: "1Gi" } },
      ["volume IN_PLACE_IMMUTABLE"],
    ],
  ])("%s", (_name, before, after, expected) => {
    expect(codes(validateUpdateStrategy(before, after))).toEqual(expected);
  });

  test("the strict freeze also holds while automatic and manual updates change places", () => {
    const after = { ...manual, machine: { type: "other" } };
    expect(codes(validateUpdateStrategy(inPlace, after, { strictFreeze: true }))).toEqual([
      "machine.type IN_PLACE_IMMUTABLE",
    ]);
  });
});

describe("settings", () => {
  test.each<[string, Record<string, unknown>, readonly string[]]>([
    ["zero is a timeout", { machineDrainTimeout: "0s" }, []],
    ["a negative timeout is not", { machineHealthTimeout: "-1s" }, ["machineHealthTimeout NEGATIVE"]],
    ["a number is no duration", { machineCreationTimeout: 5 }, ["machineCreationTimeout NOT_A_DURATION"]],
    [
      "only in-place pools have an update timeout",
      { inPlaceUpdateTimeout: "5m" },
      ["inPlaceUpdateTimeout IN_PLACE_ONLY"],
    ],
    ["explicit false is always fine", { disableHealthTimeout: false }, []],
    [
      "one node is left for system components",
      { autoPreserveFailedMachineMax: 4 },
      ["autoPreserveFailedMachineMax LEAVE_ONE_FOR_SYSTEM_COMPONENTS"],
    ],
    [
      "and that is said of any number above",
      { autoPreserveFailedMachineMax: 5 },
      ["autoPreserveFailedMachineMax LEAVE_ONE_FOR_SYSTEM_COMPONENTS"],
    ],
  ])("%s", (_name, settings, expected) => {
    expect(codes(validateMachineSettings({ maximum: 4, settings }))).toEqual(expected);
  });

  test("a pool without system components may preserve all that it may have, and no more", () => {
    const preserved = (autoPreserveFailedMachineMax: number) =>
      codes(
        validateMachineSettings({
          maximum: 4,
          systemComponentsAllowed: false,
          settings: { autoPreserveFailedMachineMax },
        }),
      );
    expect(preserved(4)).toEqual([]);
    expect(preserved(5)).toEqual(["autoPreserveFailedMachineMax OVER_MAXIMUM"]);
  });

  test("evictions are tried again every 20 seconds until the drain timeout", () => {
    expect(defaultMachineSettings(rolling).maxEvictRetries).toBe(360);
    const short = { ...rolling, machineControllerManager: { machineDrainTimeout: "10m" } };
    expect(defaultMachineSettings(short).maxEvictRetries).toBe(30);
  });
});

test.each<[string, Worker, unknown]>([
  ["a rolling pool surges by one", rolling, { maxSurge: 1, maxUnavailable: 0 }],
  ["an automatic in-place pool misses one", inPlace, { maxSurge: 0, maxUnavailable: 1 }],
  ["a manual one gets neither", manual, {}],
  ["given values stay, each for itself", { ...rolling, maxUnavailable: 2 }, { maxSurge: 1, maxUnavailable: 2 }],
])("%s", (_name, pool, expected) => {
  const { maxSurge, maxUnavailable } = applyPoolDefaults(pool);
  expect({ maxSurge, maxUnavailable }).toEqual(expected);
});
