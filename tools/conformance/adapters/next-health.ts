import type { Condition, LastError } from "#lib/garden/condition.ts";
import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import {
  type ApiServerReachability,
  constraintsAfterCareCheck,
} from "#lib/policy/controllers/constraints-after-care-check.ts";
import { simulateFlowSuccess } from "#lib/policy/gardenlet/simulate-flow-success.ts";
import { pardonedStatus, statusOfFailingCondition } from "#lib/policy/status/condition-rules.ts";
import type { LastOperationType } from "#lib/policy/status/last-operation.ts";
import { outcomeOfFailedFlow } from "#lib/policy/status/operation-outcome.ts";
import { statusLabel } from "#lib/policy/status/status-label.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { nowOfVector } from "../vector/now-of-vector.ts";

interface ErrorInput {
  readonly shoot: Shoot;
  readonly lastErrors: readonly LastError[];
  readonly retryDuration: string;
}

const failure = createVectorAdapter<ErrorInput>(({ shoot, lastErrors, retryDuration }, vector) => {
  const retryDurationMs = (durationSeconds(retryDuration) ?? 0) * secondMs;
  const retryCycleStartTime = shoot.status?.retryCycleStartTime;
  const failed = outcomeOfFailedFlow({ lastErrors, retryCycleStartTime, retryDurationMs }, nowOfVector({}, vector));
  return { state: failed.state, retriedByItself: failed.retried };
});

interface ConditionInput {
  readonly condition: Condition;
  readonly found: { readonly reason: string };
  readonly conditionThresholds: Readonly<Record<string, string>>;
  readonly status: ShootStatus;
}

const condition = createVectorAdapter<ConditionInput>(
  ({ condition: before, found, conditionThresholds, status }, vector) => {
    const nowMs = nowOfVector({}, vector);
    const { lastOperation, lastErrors } = status;
    const thresholdSeconds = durationSeconds(conditionThresholds[before.type] ?? "");
    const check = { condition: before, thresholdSeconds, lastOperation, newReason: found.reason };
    const failed = statusOfFailingCondition(check, nowMs);
    const after = pardonedStatus(failed, lastOperation, lastErrors);
    // A condition that turns False and is then changed back to Progressing has two transitions, so its time changes.
    const stayed = failed === before.status && after === failed;
    return {
      status: after,
      reason: found.reason,
      lastTransitionTime: stayed ? before.lastTransitionTime : formatInstant(nowMs),
    };
  },
);

function statuses(conditions: ShootStatus["conditions"]): Readonly<Record<string, string>> {
  return Object.fromEntries((conditions ?? []).flatMap((entry) => (entry ? [[entry.type, entry.status]] : [])));
}

const success = createVectorAdapter<{ readonly shoot: Shoot; readonly operation: LastOperationType }>(
  ({ shoot, operation }, vector) => {
    const { status } = simulateFlowSuccess(shoot, nowOfVector({}, vector), { type: operation }).shoot;
    return {
      state: status?.lastOperation?.state,
      conditions: statuses(status?.conditions),
      constraints: statuses(status?.constraints),
      hibernated: status?.hibernated,
      seedName: status?.seedName,
      lastErrors: (status?.lastErrors ?? []).length,
    };
  },
);

const label = createVectorAdapter<{ readonly shoot: Shoot }>(({ shoot: { status } }) => ({
  label: statusLabel(status?.lastOperation, status?.lastErrors, status?.conditions),
}));

interface ConstraintsInput {
  readonly shoot: Shoot;
  readonly apiServer: ApiServerReachability;
}

const constraints = createVectorAdapter<ConstraintsInput>(({ shoot, apiServer }, vector) => ({
  constraints: Object.fromEntries(
    constraintsAfterCareCheck(shoot, apiServer, nowOfVector({}, vector)).map(({ type, status, reason }) => [
      type,
      `${status} ${reason}`,
    ]),
  ),
}));

export const nextHealthAdapters: VectorAdapters = {
  "next-error": failure,
  "next-condition": condition,
  "next-success": success,
  "next-label": label,
  "next-constraints": constraints,
};
