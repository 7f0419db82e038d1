import type { Condition } from "../../garden/condition.ts";
import type { Shoot } from "../../garden/shoot.ts";
import { pardonedStatus } from "../status/condition-rules.ts";
import { constraintRules, constraintTypes, standingConstraints } from "../status/constraints.ts";

/** How the API server of a Shoot answers gardenlet's care. */
export type ApiServerAnswer = "runs" | "does not run" | "cannot be asked";

type Checked = Pick<Condition, "type" | "status" | "reason">;

/**
 * The constraints of a Shoot after care has looked and found nothing problematic inside the cluster. While it sleeps, or
 * is to sleep, they say True without having been checked. Whether a due rotation of the etcd key falls into its sleep is
 * not decided here.
 * @source Gardener: pkg/gardenlet/controller/shoot/care/constraints.go (Check)
 */
export function checkedConstraints({ spec, status }: Shoot, apiServer: ApiServerAnswer): readonly Checked[] {
  const { lastOperation, lastErrors } = status ?? {};
  if (spec.hibernation?.enabled || status?.hibernated) {
    const types = constraintTypes.filter((type) => constraintRules[type].hibernated === "true-not-checked");
    return types.map((type) => ({ type, status: "True", reason: "ConstraintNotChecked" }));
  }
  const pardoned = pardonedStatus("False", lastOperation, lastErrors);
  if (apiServer === "does not run") {
    return standingConstraints.map((type) => ({ type, status: pardoned, reason: "ConstraintNotChecked" }));
  }
  const standing =
    apiServer === "runs"
      ? { status: "True", reason: "NoProblematicWebhooks" }
      : { status: "Unknown", reason: "ConditionCheckError" };
  const waitsForPerson = (status?.inPlaceUpdates?.pendingWorkerUpdates?.manualInPlaceUpdate ?? []).length > 0;
  return [
    ...standingConstraints.map((type) => ({ type, ...standing })),
    ...(waitsForPerson
      ? [
          {
            type: "ManualInPlaceWorkersUpdated",
            status: pardoned,
            reason: "WorkerPoolsWithManualInPlaceUpdateStrategyPending",
          },
        ]
      : []),
  ];
}
