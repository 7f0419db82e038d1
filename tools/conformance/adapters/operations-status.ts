import type { Condition, LastError, LastOperation } from "#lib/garden/condition.ts";
import { encryptedResourcesPaths } from "#lib/policy/operations/encryption-settled.ts";
import { pardonedStatus, shownConstraintStatus, statusOfFailingCondition } from "#lib/policy/status/condition-rules.ts";
import { conditionTypesOf } from "#lib/policy/status/conditions.ts";
import { constraintTypesAt } from "#lib/policy/status/constraints.ts";
import { errorCodeRule, errorCodesOf, hasNonRetryableCode, knownErrorCodes } from "#lib/policy/status/error-codes.ts";
import { statusLabel } from "#lib/policy/status/status-label.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { releaseOfVector, rulesOfVector } from "../vector/release-of-vector.ts";

interface Operated {
  readonly lastOperation: LastOperation | null;
  readonly lastErrors: readonly LastError[] | null;
}

/** Adapters for the status of a Shoot: label, conditions, constraints, error codes. */
export const operationsStatusAdapters: VectorAdapters = {
  "edition.status.conditions": createVectorAdapter<{ workerless: boolean; selfHosted: boolean }>(
    (kind, vector) => ({ types: conditionTypesOf(kind, rulesOfVector(vector)) }),
    "sets",
  ),
  "edition.status.constraints": createVectorAdapter<object>(
    (_, vector) => ({ types: constraintTypesAt(releaseOfVector(vector)) }),
    "sets",
  ),
  "edition.status.nonRetryableCodes": createVectorAdapter<object>(
    () => ({ codes: knownErrorCodes.filter((code) => hasNonRetryableCode([code])) }),
    "sets",
  ),
  "edition.status.encryptedResources": createVectorAdapter<object>(
    (_, vector) => ({ paths: encryptedResourcesPaths(rulesOfVector(vector)) }),
    "sets",
  ),
  "edition.status.rotationKubeconfig": createVectorAdapter<object>((_, vector) => ({
    fieldExists: rulesOfVector(vector)("status.rotationKubeconfig") === "present",
  })),
  "status-label": createVectorAdapter<Operated & { conditions: readonly Condition[] }>(
    ({ lastOperation, lastErrors, conditions }) => statusLabel(lastOperation, lastErrors, conditions),
  ),
  "condition-threshold": createVectorAdapter<{
    condition: Condition;
    thresholdSeconds: number | null;
    lastOperation: LastOperation | null;
    now: string;
    newReason: string;
  }>(({ thresholdSeconds, now, ...check }) =>
    statusOfFailingCondition({ ...check, thresholdSeconds: thresholdSeconds ?? undefined }, Date.parse(now)),
  ),
  "condition-pardon": createVectorAdapter<Operated & { conditionStatus: string }>(
    ({ conditionStatus, lastOperation, lastErrors }) => pardonedStatus(conditionStatus, lastOperation, lastErrors),
  ),
  "constraint-visibility": createVectorAdapter<{ type: string; computedStatus: string; hibernated: boolean }>(
    ({ type, computedStatus, hibernated }) => {
      const shownStatus = shownConstraintStatus(type, computedStatus, hibernated);
      return { shown: shownStatus !== undefined, shownStatus: shownStatus ?? null };
    },
  ),
  "error-code": createVectorAdapter<{ code: string }>(({ code }) => {
    const rule = errorCodeRule(code);
    return {
      nonRetryable: rule?.retryable === false,
      allowsForceDeletion: rule?.allowsForceDeletion,
      userError: rule?.userError,
      autoRetriedByControllerManager: rule?.retriedByControllerManager,
    };
  }),
  "error-set": createVectorAdapter<{ lastErrors: readonly LastError[] }>(({ lastErrors }) => ({
    nonRetryable: hasNonRetryableCode(errorCodesOf(lastErrors)),
  })),
};
