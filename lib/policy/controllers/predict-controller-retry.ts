import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { isRetriedByControllerManager } from "../status/failed-and-up-to-date.ts";

/** The controller's retry delay and maximum jitter; defaults unless the operator configures others. */
export interface RetryPeriods {
  readonly waitMs: number;
  readonly jitterMs: number;
}

const defaultRetryPeriods: RetryPeriods = { waitMs: 10 * minuteMs, jitterMs: 5 * minuteMs };

/** Interval in which the controller-manager requests a retry, in milliseconds since 1970. */
export interface ControllerRetryInterval {
  readonly fromAt: number;
  readonly untilAt: number;
}

/**
 * When the controller-manager sets the operation `retry` by itself; an instant in the past means at its next
 * reconciliation. Undefined when it never does.
 * @source Gardener: pkg/controllermanager/controller/shoot/retry/reconciler.go
 */
export function predictControllerRetry(
  shoot: Pick<Shoot, "metadata" | "status">,
  { waitMs, jitterMs }: RetryPeriods = defaultRetryPeriods,
): ControllerRetryInterval | undefined {
  if (!isRetriedByControllerManager(shoot)) return undefined;
  // An operation without a timestamp counts as long ago, as in Go.
  const fromAt = (parseInstant(shoot.status?.lastOperation?.lastUpdateTime) ?? 0) + waitMs;
  return { fromAt, untilAt: fromAt + jitterMs };
}
