import { conditionTimestampsAt } from "#garden/gardener/kinds/condition-timestamps-at.ts";
import type { ShootVariation } from "../plan/shoot-plan.ts";
import { withStatus } from "./edit.ts";
import { withCredentialsRotation } from "./rotation.ts";

/**
 * Unusual values in a Shoot's status, as a newer Gardener or a faulty client could write them. Screens must show them
 * without failing. The simulated gardenlet does not change them, because their Seed has an emergency stop.
 */

export const unknownConditionTypes: ShootVariation = (shoot, time) => {
  const since = conditionTimestampsAt(time.hoursAgo(30));
  return withStatus(shoot, {
    conditions: [
      ...(shoot.status?.conditions ?? []),
      {
        type: "QuantumEntropyAvailable",
        status: "Degraded",
        reason: "EntropyPoolShallow",
        message: "The post-quantum entropy pool holds 12 % of the recommended amount.",
        ...since,
        codes: ["ERR_ENTROPY_DEPLETED"],
      },
    ],
    constraints: [
      ...(shoot.status?.constraints ?? []),
      {
        type: "CarbonBudgetRespected",
        status: "False",
        reason: "BudgetExceeded",
        message: "The monthly carbon budget of the project is used up.",
        ...since,
      },
    ],
  });
};

export const unknownOperationType: ShootVariation = (shoot, time) =>
  withStatus(shoot, {
    lastOperation: {
      type: "Defragment",
      state: "Paused",
      progress: 250,
      description: "Defragmenting etcd across regions",
      lastUpdateTime: time.minutesAgo(48),
    },
  });

export const timestampsInYear9999: ShootVariation = (shoot) => {
  const farAway = "9999-12-31T23:59:59Z";
  return withStatus(shoot, {
    lastOperation: { ...shoot.status?.lastOperation, lastUpdateTime: farAway },
    lastMaintenance: { ...shoot.status?.lastMaintenance, triggeredTime: farAway },
    conditions: (shoot.status?.conditions ?? []).map((entry) => entry && { ...entry, lastTransitionTime: farAway }),
  });
};

export const unknownRotationPhase: ShootVariation = (shoot, time) =>
  withCredentialsRotation(shoot, {
    certificateAuthorities: { phase: "AwaitingNotary", lastInitiationTime: time.daysAgo(4) },
  });

/** Nulls in the status instead of lists and list entries. */
export const nullStatusFields: ShootVariation = (shoot) =>
  withStatus(shoot, {
    conditions: [null, ...(shoot.status?.conditions ?? []), null],
    constraints: null,
    lastErrors: [null],
    advertisedAddresses: null,
    inPlaceUpdates: { pendingWorkerUpdates: null },
    lastMaintenance: null,
  });
