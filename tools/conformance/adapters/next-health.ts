import type { Condition, LastError } from "#lib/garden/condition.ts";
import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import { type ApiServerReachability, checkedConstraints } from "#lib/policy/controllers/checked-constraints.ts";
import { gardenletSuccess } from "#lib/policy/gardenlet/gardenlet-success.ts";
import { failedCondition, pardonedStatus } from "#lib/policy/status/condition-rules.ts";
import type { LastOperationType } from "#lib/policy/status/last-operation.ts";
import { flowFailure } from "#lib/policy/status/operation-outcome.ts";
import { statusLabel } from "#lib/policy/status/status-label.ts";
import { type Adapters, adapter } from "../vector/adapter.ts";
import { nowOfVector } from "../vector/now-of-vector.ts";

interface ErrorInput {
  readonly shoot: Shoot;
  readonly lastErrors: readonly LastError[];
  readonly retryDuration: string;
}

const failure = adapter<ErrorInput>(({ shoot, lastErrors, retryDuration }, vector) => {
  const retryDurationMs = (durationSeconds(retryDuration) ?? 0) * secondMs;
  const retryCycleStartTime = shoot.status?.retryCycleStartTime;
  const failed = flowFailure({ lastErrors, retryCycleStartTime, retryDurationMs }, nowOfVector({}, vector));
  return { state: failed.state, retriedByItself: failed.retried };
});

interface ConditionInput {
  readonly condition: Condition;
  readonly found: { readonly reason: string };
  readonly conditionThresholds: Readonly<Record<string, string>>;
  readonly status: ShootStatus;
}

const condition = adapter<ConditionInput>(({ condition: before, found, conditionThresholds, status }, vector) => {
  const nowMs = nowOfVector({}, vector);
  const { lastOperation, lastErrors } = status;
  const thresholdSeconds = durationSeconds(conditionThresholds[before.type] ?? "");
  const check = { condition: before, thresholdSeconds, lastOperation, newReason: found.reason };
  const failed = failedCondition(check, nowMs);
  const after = pardonedStatus(failed, lastOperation, lastErrors);
  // What turns False and is pardoned has moved twice.
  const stayed = failed === before.status && after === failed;
  return {
    status: after,
    reason: found.reason,
    lastTransitionTime: stayed ? before.lastTransitionTime : formatInstant(nowMs),
  };
});

function statuses(conditions: ShootStatus["conditions"]): Readonly<Record<string, string>> {
  return Object.fromEntries((conditions ?? []).flatMap((entry) => (entry ? [[entry.type, entry.status]] : [])));
}

const success = adapter<{ readonly shoot: Shoot; readonly operation: LastOperationType }>(
  ({ shoot, operation }, vector) => {
    const { status } = gardenletSuccess(shoot, nowOfVector({}, vector), { type: operation }).shoot;
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

const label = adapter<{ readonly shoot: Shoot }>(({ shoot: { status } }) => ({
  label: statusLabel(status?.lastOperation, status?.lastErrors, status?.conditions),
}));

interface ConstraintsInput {
  readonly shoot: Shoot;
  readonly apiServer: ApiServerReachability;
}

const constraints = adapter<ConstraintsInput>(({ shoot, apiServer }, vector) => ({
  constraints: Object.fromEntries(
    checkedConstraints(shoot, apiServer, nowOfVector({}, vector)).map(({ type, status, reason }) => [
      type,
      `${status} ${reason}`,
    ]),
  ),
}));

export const nextHealthAdapters: Adapters = {
  "next-error": failure,
  "next-condition": condition,
  "next-success": success,
  "next-label": label,
  "next-constraints": constraints,
};
