import { expect, test } from "vitest";
import { groupMeasurementRounds, worstRoundValue } from "./taken.ts";

test("rounds of one figure are one entry, of which the worst counts", () => {
  const rounds = [1.5, 4, 2].map((value) => [{ name: "start", unit: "s" as const, value, most: 3 }]);
  const [entry, ...others] = groupMeasurementRounds(rounds, 1_000);
  expect(others).toEqual([]);
  expect(entry).toEqual({ shoots: 1_000, name: "start", unit: "s", most: 3, runs: [1.5, 4, 2] });
  expect(entry && worstRoundValue(entry)).toBe(4);
});

test("figures for different crowds stay apart", () => {
  const figures = [100, 500].map((viewers) => ({ name: "viewers", unit: "ms" as const, value: viewers, viewers }));
  expect(groupMeasurementRounds([figures], 1_000).map(({ runs }) => runs)).toEqual([[100], [500]]);
});
