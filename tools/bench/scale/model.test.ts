import { expect, test } from "vitest";
import { measurementNames } from "./measurement.ts";
import { checksOf, fittedSizes, isModelAccurate, lawsOf, medianOf, predictValue } from "./model.ts";
import { taken } from "./scale-record.fixture.ts";

const heap = fittedSizes.map((shoots) => taken(measurementNames.memoryReady, shoots, 150 + shoots * 0.01));

test("a resource has one law, made of the sizes that are for that", () => {
  const [law, ...others] = lawsOf([...heap, taken(measurementNames.memoryReady, 20_000, 9_999)]);
  expect(others).toEqual([]);
  expect(law).toMatchObject({ name: measurementNames.memoryReady, unit: "MB", perViewer: undefined });
  expect(law && predictValue(law, 100_000)).toBeCloseTo(1_150, 6);
});

test("one size makes no law", () => {
  expect(lawsOf(heap.slice(0, 1))).toEqual([]);
});

test("what viewers cost needs different crowds", () => {
  const of = (shoots: number, viewers: number) =>
    taken(measurementNames.viewersMemoryMost, shoots, 100 + shoots * 0.01 + viewers * 0.2, { viewers });
  expect(lawsOf([of(1_000, 500), of(10_000, 500)])).toEqual([]);
  const [law] = lawsOf([of(1_000, 500), of(10_000, 100), of(10_000, 1_000)]);
  expect(law?.perViewer).toBeCloseTo(0.2, 9);
});

test("a check says how far the law is off from what was measured", () => {
  const [check] = checksOf([...heap, taken(measurementNames.memoryReady, 20_000, 280)]);
  expect(check).toMatchObject({ shoots: 20_000, measured: 280 });
  expect(check?.off).toBeCloseTo(0.25, 6);
});

test("laws hold where all are near at every size that was asked for, and not where a size could not be measured", () => {
  const near = checksOf([...heap, taken(measurementNames.memoryReady, 20_000, 360)]);
  expect(isModelAccurate(near, [20_000])).toBe(true);
  expect(isModelAccurate(near, [3_000, 20_000])).toBe(false);
  expect(isModelAccurate(checksOf([...heap, taken(measurementNames.memoryReady, 20_000, 280)]), [20_000])).toBe(false);
});

test("the median is a round that was measured", () => {
  expect(medianOf({ runs: [9, 1, 3] })).toBe(3);
  expect(medianOf({ runs: [4, 2] })).toBe(2);
});
