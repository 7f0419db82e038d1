import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { rulesOfShoot } from "../editions/rules-of-shoot.ts";
import { nextMaintenanceWindow } from "../maintenance/next-window.ts";
import { effectiveWindow } from "../maintenance/time-window.ts";
import { annotationOf, annotations } from "../operations/annotations.ts";
import type { OperationReason } from "../operations/reasons.ts";
import { isTruthy } from "../status/truthy.ts";
import { forecastWindow, type RunStartInterval } from "./forecast-window.ts";
import type { DiagnosisContext } from "./next-view.ts";
import type { ReconcileBlocker } from "./reconcile-blocker.ts";

/** Why nothing that is scheduled for the maintenance window happens in the next window. */
export type ScheduleBlocker =
  | { readonly id: "deleting" | "lifetime-ends" | "not-begun" }
  | { readonly id: "held"; readonly hold: ReconcileBlocker }
  | { readonly id: "waits"; readonly until: "seed-ready" | "moved" }
  /** `retried`: the window only retries the operation. */
  | { readonly id: "failed"; readonly retried: boolean }
  /** The garden rejects the run as a whole. */
  | { readonly id: "refused"; readonly reason: OperationReason };

/** When the next maintenance run begins. Without a window it begins once within any day. */
function nextRunSpan({ spec }: Shoot, nowMs: number): RunStartInterval {
  const window = effectiveWindow(spec.maintenance?.timeWindow);
  if (window.kind === "always") return { beginAt: nowMs, usableEndAt: nowMs + dayMs };
  return nextMaintenanceWindow(window, nowMs);
}

/**
 * Why nothing scheduled for the next maintenance window happens in the current state; undefined without a reason.
 *
 * @param nowMs milliseconds since 1970
 */
export function findScheduleBlocker(shoot: Shoot, view: DiagnosisContext, nowMs: number): ScheduleBlocker | undefined {
  const facts = { view, rules: rulesOfShoot(shoot, view), steps: "none", changesHeld: false, nowMs } as const;
  const run = forecastWindow(shoot, nextRunSpan(shoot, nowMs), facts);
  if (run.outcome === "none") return { id: run.because };
  if (run.rollout.id === "held") return { id: "held", hold: run.rollout.hold };
  if (run.refused !== undefined) return { id: "refused", reason: run.refused };
  switch (run.rollout.id) {
    case "waits":
      return run.rollout;
    case "reconciles":
      return undefined;
    case "sets-no-operation":
      return { id: "not-begun" };
    case "retries":
    case "reconciles-unless-failed":
    case "retries-by-version":
    case "stays-failed":
      return { id: "failed", retried: isTruthy(annotationOf(shoot, annotations.needsRetry)) };
    default:
      return run.rollout satisfies never;
  }
}
