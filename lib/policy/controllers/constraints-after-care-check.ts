import type { Condition } from "#lib/garden/condition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isHibernatedInNextWindow } from "../hibernation/hibernation-schedule.ts";
import { automaticRotationDueAt } from "../operations/auto-rotation.ts";
import { pardonedStatus } from "../status/condition-rules.ts";
import { alwaysPresentConstraints, constraintRules, constraintTypes } from "../status/constraints.ts";

/** Whether a Shoot's API server can be reached by gardenlet's care controller. */
export type ApiServerReachability = "runs" | "does not run" | "cannot be asked";

type Checked = Pick<Condition, "type" | "status" | "reason">;

/**
 * Constraints of a Shoot after a care check that found no problem inside the cluster. While the Shoot is, or is about
 * to be, hibernated they are True without a check.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/gardenlet/controller/shoot/care/constraints.go (Check)
 */
export function constraintsAfterCareCheck(
  shoot: Shoot,
  apiServer: ApiServerReachability,
  nowMs: number,
): readonly Checked[] {
  const { spec, status } = shoot;
  const { lastOperation, lastErrors } = status ?? {};
  const pardoned = pardonedStatus("False", lastOperation, lastErrors);
  const asleepWhenDue = sleepsWhenDue(shoot, nowMs)
    ? [
        {
          type: "AutomaticCredentialsRotationPossible",
          status: pardoned,
          reason: "MaintenanceWindowDuringHibernation",
        },
      ]
    : [];
  if (spec.hibernation?.enabled || status?.hibernated) {
    const types = constraintTypes.filter((type) => constraintRules[type].hibernated === "true-not-checked");
    return [...types.map((type) => ({ type, status: "True", reason: "ConstraintNotChecked" })), ...asleepWhenDue];
  }
  const standing = {
    runs: { status: "True", reason: "NoProblematicWebhooks" },
    "does not run": { status: pardoned, reason: "ConstraintNotChecked" },
    "cannot be asked": { status: "Unknown", reason: "ConditionCheckError" },
  }[apiServer];
  const hasPools = (spec.provider.workers ?? []).length > 0;
  const waitsForPerson =
    hasPools && (status?.inPlaceUpdates?.pendingWorkerUpdates?.manualInPlaceUpdate ?? []).length > 0;
  return [
    ...alwaysPresentConstraints.map((type) => ({ type, ...standing })),
    ...(waitsForPerson
      ? [
          {
            type: "ManualInPlaceWorkersUpdated",
            status: pardoned,
            reason: "WorkerPoolsWithManualInPlaceUpdateStrategyPending",
          },
        ]
      : []),
    ...asleepWhenDue,
  ];
}

/** Whether the etcd key is due for automatic rotation while the Shoot is hibernated in its next maintenance window. */
function sleepsWhenDue(shoot: Shoot, nowMs: number): boolean {
  const dueMs = automaticRotationDueAt(shoot, "etcdEncryptionKey");
  if (dueMs === undefined || dueMs >= nowMs) return false;
  const { hibernation, maintenance } = shoot.spec;
  const schedules = hibernation?.schedules ?? [];
  const hibernated = shoot.status?.hibernated === true;
  return isHibernatedInNextWindow({ timeWindow: maintenance?.timeWindow, hibernated, schedules }, nowMs);
}
