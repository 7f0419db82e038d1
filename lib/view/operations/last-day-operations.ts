import { dayMs, hourMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { formatNumber } from "#lib/words/count.ts";
import type { OperationListRow } from "./operation-list-rows.ts";
import { isOperationWithinSpan } from "./operations-query.ts";

/** Number of hours shown. The period of 24 hours begins within the first of them. */
const hoursShown = 25;

/** Operations that were last reported within one hour of UTC. */
export interface OperationHour {
  /** Beginning of the hour in epoch milliseconds. */
  readonly fromAt: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Number of operations that are still running, held back or resuming. */
  readonly others: number;
}

/** Last operations of clusters that were reported within the last 24 hours. */
export interface LastDayOperations {
  readonly hours: readonly OperationHour[];
  readonly succeeded: number;
  readonly failed: number;
  readonly others: number;
  /** Numbers of succeeded operations by type, most frequent first: `Reconcile`, `Create`. */
  readonly types: readonly (readonly [type: string, count: number])[];
}

/** Counts operations by the hour of their last report. */
export function lastDayOperationsOf(lines: readonly OperationListRow[], now: number): LastDayOperations {
  const first = Math.floor((now - dayMs) / hourMs) * hourMs;
  const hours = Array.from({ length: hoursShown }, (_, hour) => ({
    ...{ fromAt: first + hour * hourMs, succeeded: 0, failed: 0, others: 0 },
  }));
  const types = new Map<string, number>();
  for (const { at, atMeans, state, what } of lines) {
    if (at === undefined || !isOperationWithinSpan({ at, atMeans }, { now, ms: dayMs })) continue;
    // The clocks of servers differ: an operation reported for a moment in the future belongs to the last hour.
    const hour = hours[Math.min(hoursShown - 1, Math.floor((at - first) / hourMs))];
    if (hour === undefined) continue;
    if (state === "succeeded") {
      hour.succeeded += 1;
      types.set(what, (types.get(what) ?? 0) + 1);
    } else if (state === "failed") hour.failed += 1;
    else hour.others += 1;
  }
  const sum = (key: "succeeded" | "failed" | "others") => hours.reduce((total, hour) => total + hour[key], 0);
  return {
    hours,
    ...{ succeeded: sum("succeeded"), failed: sum("failed"), others: sum("others") },
    types: [...types].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1)),
  };
}

/** Lists the succeeded operations by type: `43 Reconcile, 2 Create`. */
export function succeededLabel({ types }: LastDayOperations): string {
  return types.length === 0
    ? text("No operation ended.")
    : types.map(([type, count]) => `${formatNumber(count)} ${type}`).join(", ");
}
