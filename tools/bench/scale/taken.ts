import type { Measurement } from "./measurement.ts";

/** A measurement with the values of all rounds; the worst of them counts. */
export interface RoundsMeasurement extends Omit<Measurement, "value"> {
  readonly shoots: number;
  readonly runs: readonly number[];
}

/** A part that could not be measured, with the error. */
export interface FailedMeasurement {
  readonly shoots: number;
  readonly part: string;
  readonly reason: string;
}

/** All measurements of one run of the benchmark. */
export interface ScaleRecord {
  readonly taken: readonly RoundsMeasurement[];
  readonly failed: readonly FailedMeasurement[];
}

export function worstRoundValue({ runs }: Pick<RoundsMeasurement, "runs">): number {
  return Math.max(...runs);
}

/** Whether the worst value is within the limit; always true without a limit. */
export function isWithinLimit(taken: Pick<RoundsMeasurement, "runs" | "most">): boolean {
  return taken.most === undefined || worstRoundValue(taken) <= taken.most;
}

/** Groups the measurements of all rounds of a part, one entry per measurement. */
export function groupMeasurementRounds(
  rounds: readonly (readonly Measurement[])[],
  shoots: number,
): readonly RoundsMeasurement[] {
  const byKey = new Map<string, RoundsMeasurement>();
  for (const { value, ...figure } of rounds.flat()) {
    const key = `${figure.name} ${figure.viewers}`;
    byKey.set(key, { shoots, ...figure, runs: [...(byKey.get(key)?.runs ?? []), value] });
  }
  return [...byKey.values()];
}
