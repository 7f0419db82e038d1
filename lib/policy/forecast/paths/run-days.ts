import { dayMs } from "#lib/kube/time-units.ts";
import type { RuleValues } from "../../editions/rules.ts";

/**
 * Runs that take place once a day, numbered from one of them: Shoots whose first runs lie on different days share the
 * numbers. Instants in epoch milliseconds.
 */
export interface RunDays {
  /** The run of number 0. */
  readonly zeroAt: number;
  /** No run is looked at after this. */
  readonly until: number;
  /** Whether a date takes effect at its instant or only after it. */
  readonly boundary: RuleValues["class.boundary"];
}

export function runAt({ zeroAt }: Pick<RunDays, "zeroAt">, day: number): number {
  return zeroAt + day * dayMs;
}

/** The last run that is looked at; before the first one when there is none. */
export function lastDay({ zeroAt, until }: RunDays): number {
  return Math.floor((until - zeroAt) / dayMs);
}

/** The first run that sees a change at an instant. */
export function dayThatSees({ zeroAt, boundary }: RunDays, changeAt: number): number {
  const days = (changeAt - zeroAt) / dayMs;
  return boundary === "strict" ? Math.floor(days) + 1 : Math.ceil(days);
}
