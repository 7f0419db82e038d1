import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { isRetriedByControllerManager } from "../status/failed-and-up-to-date.ts";

/** How long the controller waits, and by how much longer at most by chance, unless its operator says otherwise. */
export interface RetryPeriods {
  readonly waitMs: number;
  readonly jitterMs: number;
}

const defaultRetryPeriods: RetryPeriods = { waitMs: 10 * minuteMs, jitterMs: 5 * minuteMs };

/** Between which instants, in milliseconds since 1970, the controller-manager asks for a retry. */
export interface ControllerRetry {
  readonly fromAt: number;
  readonly untilAt: number;
}

/**
 * When the controller-manager sets `retry` by itself; an instant in the past means at its next look. Undefined when it
 * never does.
 * @source Gardener: pkg/controllermanager/controller/shoot/retry/reconciler.go
 */
export function controllerRetry(
  shoot: Pick<Shoot, "metadata" | "status">,
  { waitMs, jitterMs }: RetryPeriods = defaultRetryPeriods,
): ControllerRetry | undefined {
  if (!isRetriedByControllerManager(shoot)) return undefined;
  // An operation without an instant counts as one of long ago, as in Go.
  const fromAt = (parseInstant(shoot.status?.lastOperation?.lastUpdateTime) ?? 0) + waitMs;
  return { fromAt, untilAt: fromAt + jitterMs };
}
