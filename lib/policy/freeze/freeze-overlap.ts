import { dayMs } from "#lib/kube/time-units.ts";
import { windowEndingAfter } from "../maintenance/next-window.ts";
import type { MaintenanceWindow } from "../maintenance/time-window.ts";
import type { FreezePeriod } from "./freeze-period.ts";

/** An interval in which something begins: [earliestAt, latestAt), in epoch milliseconds; without an end if unknown. */
export interface BeginInterval {
  readonly earliestAt: number;
  readonly latestAt?: number | undefined;
}

/**
 * Whether something that begins in an interval begins in a period: `inside` for certain, `possible` if only a part of
 * the interval lies in the period, or if the interval has no known end.
 */
export function freezeOverlapOf(
  { earliestAt, latestAt = Number.POSITIVE_INFINITY }: BeginInterval,
  { fromAt, untilAt }: Pick<FreezePeriod, "fromAt" | "untilAt">,
): "inside" | "possible" | "outside" {
  // An interval that has shrunk to an instant still contains that instant.
  const isBefore = latestAt <= fromAt && earliestAt < fromAt;
  if (earliestAt >= untilAt || isBefore) return "outside";
  return earliestAt >= fromAt && latestAt <= untilAt ? "inside" : "possible";
}

/**
 * How a forced update can be kept out of a period.
 *
 * - `window-before`: by making it in a maintenance window, or at any other time before the period. This is the last
 *   window that ends before the period begins and touches no other period.
 * - `now`: by making it by hand now, because no such window is left.
 * - `not-by-update`: an update now lies in a period itself. Only a later end of the version in the profile helps.
 */
export type FreezeRemedy =
  | { readonly kind: "window-before"; readonly beginAt: number; readonly endAt: number }
  | { readonly kind: "now" }
  | { readonly kind: "not-by-update" };

/** What decides whether a forecast step falls into a period, as in a forecast and in its summary in a row. */
export interface DatedStep extends BeginInterval {
  readonly kind: "auto" | "forced";
  readonly confidence: string;
}

/** A period in which a forecast step falls or can fall; a remedy only for a forced step. */
export interface FreezeOfStep {
  readonly period: FreezePeriod;
  readonly overlap: "inside" | "possible";
  readonly remedy?: FreezeRemedy;
}

/** Facts about a cluster besides the step: its project's periods, its maintenance window and the time in epoch ms. */
export interface FreezeFacts {
  readonly periods: readonly FreezePeriod[];
  readonly window: MaintenanceWindow;
  readonly now: number;
}

/**
 * The first period in which a forecast step certainly begins; if there is none, the first in which it can begin. A step
 * that another Gardener release would not make at this time is never certain.
 *
 * Gardener does not know freeze periods: nothing here keeps a step from happening.
 */
export function freezeOfStep(step: DatedStep, facts: FreezeFacts): FreezeOfStep | undefined {
  const isDated = step.confidence === "dated";
  const touched = facts.periods.flatMap((period): FreezeOfStep[] => {
    const overlap = freezeOverlapOf(step, period);
    return overlap === "outside" ? [] : [{ period, overlap: isDated ? overlap : "possible" }];
  });
  const found = touched.find(({ overlap }) => overlap === "inside") ?? touched[0];
  if (found === undefined || step.kind !== "forced") return found;
  return { ...found, remedy: freezeRemedyBefore(found.period.fromAt, facts) };
}

/** How an update can be made before an instant, without touching any period. */
function freezeRemedyBefore(beforeAt: number, { periods, window, now }: FreezeFacts): FreezeRemedy {
  let limitAt = beforeAt;
  // Each round ends before an earlier period than the one before it.
  for (let round = 0; round <= periods.length; round += 1) {
    const after = windowEndingAfter(window.window, limitAt);
    const [beginAt, endAt] = [after.beginAt - dayMs, after.endAt - dayMs];
    if (beginAt <= now) break;
    const touched = periods.filter(({ fromAt, untilAt }) => fromAt < endAt && untilAt > beginAt);
    if (touched.length === 0) return { kind: "window-before", beginAt, endAt };
    limitAt = Math.min(...touched.map(({ fromAt }) => fromAt));
  }
  const isFrozen = periods.some(({ fromAt, untilAt }) => fromAt <= now && now < untilAt);
  return { kind: isFrozen ? "not-by-update" : "now" };
}
