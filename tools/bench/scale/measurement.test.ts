import { expect, test } from "vitest";
import { formatMeasurement, type MeasurementUnit } from "./measurement.ts";

test.each<[number, MeasurementUnit, string]>([
  [11.42, "s", "11.4 s"],
  [0.25, "s", "0.25 s"],
  [0.0043, "s", "4.3 ms"],
  [0.000_02, "s", "20 µs"],
  [524.3, "MB", "524 MB"],
  [0.27, "MB", "270 kB"],
  [0.000_139, "MB", "139 B"],
  [1260, "kB", "1,260 kB"],
  [2.114, "×", "× 2.11"],
  [0, "%", "0 %"],
])("%d %s is written as %s %s", (value, unit, words) => {
  expect(formatMeasurement(value, unit)).toBe(words);
});
