import type { Condition, LastError, LastOperation } from "#lib/garden/condition.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { constraintRules, isConstraintType } from "./constraints.ts";

/** Status that a condition gets when its check fails. */
export type FailingConditionStatus = "False" | "Progressing";

export interface FailingConditionCheck {
  /** The condition as stored before this check. */
  readonly condition: Pick<Condition, "status" | "reason" | "lastTransitionTime">;
  /** How long a failing check stays Progressing before False; undefined without a configured threshold for the type. */
  readonly thresholdSeconds: number | undefined;
  readonly lastOperation: LastOperation | null | undefined;
  readonly newReason: string;
}

/**
 * The status of a condition whose check fails: Progressing within the threshold, then False. Bounds are inclusive.
 * @source Gardener: pkg/api/core/v1beta1/helper/condition.go (FailedCondition)
 */
export function statusOfFailingCondition(check: FailingConditionCheck, nowMs: number): FailingConditionStatus {
  const { condition, thresholdSeconds, lastOperation } = check;
  if (thresholdSeconds === undefined) return "False";
  const within = (text: string | null | undefined) => {
    const at = parseInstant(text);
    return at !== undefined && nowMs - at <= thresholdSeconds * 1000;
  };
  const freshSuccess = lastOperation?.state === "Succeeded" && within(lastOperation.lastUpdateTime);
  switch (condition.status) {
    case "True":
      return "Progressing";
    case "Progressing":
      return freshSuccess || within(condition.lastTransitionTime) ? "Progressing" : "False";
    case "False":
      return freshSuccess || condition.reason !== check.newReason ? "Progressing" : "False";
    default:
      return "False";
  }
}

/**
 * Replaces the condition status False by a milder one while the cluster is being created, deleted, or reconciled
 * without error. `lastErrors` only counts as null when the field is missing; an empty list does not.
 * @source Gardener: pkg/gardenlet/controller/shoot/care (PardonConditions)
 */
export function pardonedStatus(
  status: string,
  lastOperation: LastOperation | null | undefined,
  lastErrors: readonly (LastError | null)[] | null | undefined,
): string {
  if (status !== "False") return status;
  if (!lastOperation) return "Progressing";
  const { type, state } = lastOperation;
  const building = (type === "Create" || type === "Delete") && state !== "Succeeded";
  const runningWithoutError = state === "Processing" && (lastErrors === null || lastErrors === undefined);
  return building || runningWithoutError ? "Progressing" : status;
}

/** The status of a computed constraint as written to the Shoot; undefined when Gardener leaves it out. */
export function shownConstraintStatus(type: string, computedStatus: string, hibernated: boolean): string | undefined {
  if (!isConstraintType(type)) return computedStatus;
  const rule = constraintRules[type];
  if (hibernated && rule.hibernated === "true-not-checked") return "True";
  if (hibernated && rule.hibernated === "dropped") return undefined;
  return rule.hiddenWhenTrue && computedStatus === "True" ? undefined : computedStatus;
}
