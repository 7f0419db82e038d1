import { changedAt } from "#garden/gardener/kinds/changed-at.ts";
import type { ShootVariation } from "../plan/shoot-plan.ts";
import { withStatus } from "./edit.ts";
import { withRotation } from "./rotation.ts";

/**
 * Objects as a Gardener newer than this build, or a careless client, might write them. Screens must show them and say
 * what they do not understand. Their seed is under emergency stop, so the simulated gardenlet leaves them unchanged.
 */

export const conditionFromTheFuture: ShootVariation = (shoot, time) => {
  const since = changedAt(time.hoursAgo(30));
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

export const operationFromTheFuture: ShootVariation = (shoot, time) =>
  withStatus(shoot, {
    lastOperation: {
      type: "Defragment",
      state: "Paused",
      progress: 250,
      description: "Defragmenting etcd across regions",
      lastUpdateTime: time.minutesAgo(48),
    },
  });

export const timesFromTheFuture: ShootVariation = (shoot) => {
  const farAway = "9999-12-31T23:59:59Z";
  return withStatus(shoot, {
    lastOperation: { ...shoot.status?.lastOperation, lastUpdateTime: farAway },
    lastMaintenance: { ...shoot.status?.lastMaintenance, triggeredTime: farAway },
    conditions: (shoot.status?.conditions ?? []).map((entry) => entry && { ...entry, lastTransitionTime: farAway }),
  });
};

export const rotationFromTheFuture: ShootVariation = (shoot, time) =>
  withRotation(shoot, {
    certificateAuthorities: { phase: "AwaitingNotary", lastInitiationTime: time.daysAgo(4) },
  });

/** Nulls in place of lists and list entries. */
export const fullOfNulls: ShootVariation = (shoot) =>
  withStatus(shoot, {
    conditions: [null, ...(shoot.status?.conditions ?? []), null],
    constraints: null,
    lastErrors: [null],
    advertisedAddresses: null,
    inPlaceUpdates: { pendingWorkerUpdates: null },
    lastMaintenance: null,
  });
