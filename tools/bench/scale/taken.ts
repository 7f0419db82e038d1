import type { Measurement } from "./measurement.ts";

/** A measurement with the values of all rounds; the worst of them counts. */
export interface Taken extends Omit<Measurement, "value"> {
  readonly shoots: number;
  readonly runs: readonly number[];
}

/** A part that could not be measured, and why. */
export interface FailedMeasurement {
  readonly shoots: number;
  readonly part: string;
  readonly reason: string;
}

/** All measurements of one run of the bench. */
export interface ScaleRecord {
  readonly taken: readonly Taken[];
  readonly failed: readonly FailedMeasurement[];
}

export function worstOf({ runs }: Pick<Taken, "runs">): number {
  return Math.max(...runs);
}

/** Whether the worst value keeps the limit; always true without a limit. */
export function isMet(taken: Pick<Taken, "runs" | "most">): boolean {
  return taken.most === undefined || worstOf(taken) <= taken.most;
}

/** The rounds of a part, one entry per measurement. */
export function takenOf(rounds: readonly (readonly Measurement[])[], shoots: number): readonly Taken[] {
  const byKey = new Map<string, Taken>();
  for (const { value, ...figure } of rounds.flat()) {
    const key = `${figure.name} ${figure.viewers}`;
    byKey.set(key, { shoots, ...figure, runs: [...(byKey.get(key)?.runs ?? []), value] });
  }
  return [...byKey.values()];
}
