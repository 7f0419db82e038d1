import { expect, test } from "vitest";
import { emptyRecord, formatScaleRecord, merged, parseRecord, takenOf, worstOf } from "./record.ts";
import { taken } from "./scale-record.fixture.ts";

const frame = { garden: "embedded", shoots: 1_000, part: "start", on: "2026-11-23", commit: "abc" };

test("rounds of one figure are one entry, of which the worst counts", () => {
  const rounds = [1.5, 4, 2].map((value) => [{ name: "start", unit: "s" as const, value, most: 3 }]);
  const [entry, ...others] = takenOf(rounds, frame);
  expect(others).toEqual([]);
  expect(entry).toEqual({ ...frame, name: "start", unit: "s", most: 3, runs: [1.5, 4, 2] });
  expect(entry && worstOf(entry)).toBe(4);
});

test("figures for different crowds stay apart", () => {
  const figures = [100, 500].map((viewers) => ({ name: "viewers", unit: "ms" as const, value: viewers, viewers }));
  expect(takenOf([figures], frame).map(({ runs }) => runs)).toEqual([[100], [500]]);
});

test("a part that is measured anew takes the place of the old one, the others stay", () => {
  const before = { ...emptyRecord, taken: [taken("a", 1_000, 1), taken("b", 1_000, 1, { part: "scroll" })] };
  const { taken: after } = merged(before, { ...emptyRecord, taken: [taken("c", 1_000, 2), taken("a", 10_000, 3)] });
  expect(after.map(({ name, shoots }) => `${name} ${shoots}`)).toEqual(["b 1000", "c 1000", "a 10000"]);
});

test("what could be measured at last takes the place of the fault", () => {
  const fault = { garden: "embedded", shoots: 50_000, part: "start", words: "out of memory" };
  const before = { ...emptyRecord, faults: [fault] };
  expect(merged(before, { ...emptyRecord, taken: [taken("a", 50_000, 1)] }).faults).toEqual([]);
  expect(merged(emptyRecord, before).faults).toEqual([fault]);
});

test("a record is read as it was written", () => {
  const record = { machine: "2 processors", taken: [taken("a", 1_000, 1)], faults: [] };
  expect(parseRecord(formatScaleRecord(record))).toEqual(record);
  expect(formatScaleRecord({ ...record, taken: [taken("a", 1_000, 1, { runs: [1.5, -2] })] })).toContain(
    `"runs": [1.5, -2]`,
  );
  expect(() => parseRecord(`{"taken":[]}`)).toThrow();
});
