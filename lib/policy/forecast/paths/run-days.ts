import { dayMs } from "#lib/kube/time-units.ts";
import type { RuleValues } from "../../editions/rules.ts";

/** Runs that take place once a day, numbered from the first. Instants in epoch milliseconds. */
export interface RunDays {
  /** The first run. */
  readonly firstAt: number;
  /** No run is looked at after this. */
  readonly until: number;
  /** Whether a date takes effect at its instant or only after it. */
  readonly boundary: RuleValues["class.boundary"];
}

export function runAt({ firstAt }: Pick<RunDays, "firstAt">, day: number): number {
  return firstAt + day * dayMs;
}

/** The last run that is looked at; negative when there is none. */
export function lastDay({ firstAt, until }: RunDays): number {
  return Math.floor((until - firstAt) / dayMs);
}

/** The first run that sees a change at an instant. */
export function dayThatSees({ firstAt, boundary }: RunDays, changeAt: number): number {
  const days = (changeAt - firstAt) / dayMs;
  return boundary === "strict" ? Math.floor(days) + 1 : Math.ceil(days);
}
