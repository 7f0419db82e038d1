import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { SeedProblem } from "#lib/policy/gardenlet/seed-readiness.ts";
import type { LastOperationType } from "#lib/policy/status/last-operation.ts";
import { outcomeOfFailedFlow, retrySuffix } from "#lib/policy/status/operation-outcome.ts";

/** The status of a Shoot whose first flow has not started; undefined if it already has a last operation. */
export function statusBeforeFirstFlow({ status }: Shoot): ShootStatus | undefined {
  return status?.lastOperation ? undefined : { ...status, lastOperation: { state: "Pending" } };
}

/** The status while the Seed is not ready for a flow; undefined if the status already says so. */
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

/** Status while Bastions prevent a Shoot's deletion. The generation is not observed, because no flow starts. */
export function remainingBastionsStatus({ status }: Shoot, type: LastOperationType, nowMs: number): ShootStatus {
  const at = formatInstant(nowMs);
  const description = "shoot has still Bastions";
  const lastErrors = [{ description, lastUpdateTime: at }];
  const { state, retried } = outcomeOfFailedFlow(
    { lastErrors, retryCycleStartTime: status?.retryCycleStartTime },
    nowMs,
  );
  const text = retried ? `${description}.${retrySuffix}` : description;
  return {
    ...status,
    lastErrors,
    lastOperation: { progress: 0, ...status?.lastOperation, type, state, description: text, lastUpdateTime: at },
  };
}
