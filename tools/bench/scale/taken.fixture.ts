import type { RoundsMeasurement } from "./taken.ts";

/** A sample measurement with one round. */
export function sampleRoundsMeasurement(
  name: string,
  shoots: number,
  value: number,
  more: Partial<RoundsMeasurement> = {},
): RoundsMeasurement {
  return { unit: "MB", name, shoots, runs: [value], ...more };
}
