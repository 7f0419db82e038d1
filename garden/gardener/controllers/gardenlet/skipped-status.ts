import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { SeedProblem } from "#lib/policy/gardenlet/seed-readiness.ts";
import type { LastOperationType } from "#lib/policy/status/last-operation.ts";
import { flowFailure, retrySuffix } from "#lib/policy/status/operation-outcome.ts";

/** The initial status of a Shoot that gardenlet has not started a flow for; undefined if it has a last operation. */
export function skippedStatus({ status }: Shoot): ShootStatus | undefined {
  return status?.lastOperation ? undefined : { ...status, lastOperation: { state: "Pending" } };
}

/** The status while the Seed is not ready; undefined if unchanged. */
export function seedNotReadyStatus(
  { status }: Shoot,
  { operation, problem }: { readonly operation: LastOperationType; readonly problem: SeedProblem },
  nowMs: number,
): ShootStatus | undefined {
  const reason = `Shoot cannot be reconciled on seed: ${seedProblemText(problem)}`;
  const description = `${reason}.${retrySuffix}`;
  if (status?.lastOperation?.description === description) return undefined;
  const at = formatInstant(nowMs);
  return {
    ...status,
    lastErrors: [{ description: reason, lastUpdateTime: at }],
    lastOperation: {
      progress: 0,
      ...status?.lastOperation,
      type: operation,
      state: "Error",
      description,
      lastUpdateTime: at,
    },
  };
}

function seedProblemText(problem: SeedProblem): string {
  switch (problem.id) {
    case "other-gardenlet":
      return "its status is that of another gardenlet";
    case "generation-not-observed":
      return "its generation has not been observed";
    case "conditions":
      return problem.types.map((type) => `condition ${type} is not True`).join(", ");
  }
}

/** The status while Bastions of the Shoot exist. No flow starts, so the generation is not observed. */
export function bastionsLeftStatus({ status }: Shoot, type: LastOperationType, nowMs: number): ShootStatus {
  const at = formatInstant(nowMs);
  const description = "shoot has still Bastions";
  const lastErrors = [{ description, lastUpdateTime: at }];
  const { state, retried } = flowFailure({ lastErrors, retryCycleStartTime: status?.retryCycleStartTime }, nowMs);
  const text = retried ? `${description}.${retrySuffix}` : description;
  return {
    ...status,
    lastErrors,
    lastOperation: { progress: 0, ...status?.lastOperation, type, state, description: text, lastUpdateTime: at },
  };
}
