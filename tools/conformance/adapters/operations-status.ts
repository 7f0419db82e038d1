import type { Condition, LastError, LastOperation } from "#lib/garden/condition.ts";
import { encryptedResourcesPaths } from "#lib/policy/operations/encryption-settled.ts";
import { failedCondition, pardonedStatus, shownConstraintStatus } from "#lib/policy/status/condition-rules.ts";
import { conditionTypesOf } from "#lib/policy/status/conditions.ts";
import { constraintTypesAt } from "#lib/policy/status/constraints.ts";
import { codesOf, errorCodeRule, hasNonRetryableCode, knownErrorCodes } from "#lib/policy/status/error-codes.ts";
import { statusLabel } from "#lib/policy/status/status-label.ts";
import { type Adapters, adapter } from "../vector/adapter.ts";
import { releaseOfVector, rulesOfVector } from "../vector/release-of-vector.ts";

interface Operated {
  readonly lastOperation: LastOperation | null;
  readonly lastErrors: readonly LastError[] | null;
}

/** Areas of the status: label, conditions, constraints, error codes. */
export const operationsStatusAdapters: Adapters = {
  "edition.status.conditions": adapter<{ workerless: boolean; selfHosted: boolean }>(
    (kind, vector) => ({ types: conditionTypesOf(kind, rulesOfVector(vector)) }),
    "sets",
  ),
  "edition.status.constraints": adapter<object>(
    (_, vector) => ({ types: constraintTypesAt(releaseOfVector(vector)) }),
    "sets",
  ),
  "edition.status.nonRetryableCodes": adapter<object>(
    () => ({ codes: knownErrorCodes.filter((code) => hasNonRetryableCode([code])) }),
    "sets",
  ),
  "edition.status.encryptedResources": adapter<object>(
    (_, vector) => ({ paths: encryptedResourcesPaths(rulesOfVector(vector)) }),
    "sets",
  ),
  "edition.status.rotationKubeconfig": adapter<object>((_, vector) => ({
    fieldExists: rulesOfVector(vector)("status.rotationKubeconfig") === "present",
  })),
  "status-label": adapter<Operated & { conditions: readonly Condition[] }>(
    ({ lastOperation, lastErrors, conditions }) => statusLabel(lastOperation, lastErrors, conditions),
  ),
  "condition-threshold": adapter<{
    condition: Condition;
    thresholdSeconds: number | null;
    lastOperation: LastOperation | null;
    now: string;
    newReason: string;
  }>(({ thresholdSeconds, now, ...check }) =>
    failedCondition({ ...check, thresholdSeconds: thresholdSeconds ?? undefined }, Date.parse(now)),
  ),
  "condition-pardon": adapter<Operated & { conditionStatus: string }>(
    ({ conditionStatus, lastOperation, lastErrors }) => pardonedStatus(conditionStatus, lastOperation, lastErrors),
  ),
  "constraint-visibility": adapter<{ type: string; computedStatus: string; hibernated: boolean }>(
    ({ type, computedStatus, hibernated }) => {
      const shownStatus = shownConstraintStatus(type, computedStatus, hibernated);
      return { shown: shownStatus !== undefined, shownStatus: shownStatus ?? null };
    },
  ),
  "error-code": adapter<{ code: string }>(({ code }) => {
    const rule = errorCodeRule(code);
    return {
      nonRetryable: rule?.retryable === false,
      allowsForceDeletion: rule?.allowsForceDeletion,
      userError: rule?.userError,
      autoRetriedByControllerManager: rule?.retriedByControllerManager,
    };
  }),
  "error-set": adapter<{ lastErrors: readonly LastError[] }>(({ lastErrors }) => ({
    nonRetryable: hasNonRetryableCode(codesOf(lastErrors)),
  })),
};
