import type { Condition } from "#lib/garden/condition.ts";
import { parseInstant } from "#lib/kube/instant.ts";

/**
 * Interpretation of a condition or constraint. `rechecking`: was fine, Gardener checks again after a reconcile.
 * `failing-unconfirmed`: fails, but for less than the threshold. `not-checked`: the Shoot is hibernated.
 */
export const conditionAssessments = [
  "fine",
  "not-checked",
  "rechecking",
  "failing-unconfirmed",
  "failing",
  "unknown",
  "unrecognised",
] as const;
export type ConditionAssessment = (typeof conditionAssessments)[number];

/** Reasons that Gardener writes when it skipped the check because the Shoot is hibernated. */
const notCheckedReasons: readonly string[] = ["ConditionNotChecked", "ConstraintNotChecked"];

/**
 * Interprets one condition or constraint. `fineReasons` are the reasons that accompany `True` for its type: with one of
 * these, `Progressing` only means that the condition has not been checked since the last reconcile.
 * @source Gardener: pkg/gardenlet/controller/shoot/care, pkg/api/core/v1beta1/helper/condition.go
 */
export function readCondition(condition: Condition, fineReasons: readonly string[]): ConditionAssessment {
  const notChecked = notCheckedReasons.includes(condition.reason ?? "");
  switch (condition.status) {
    case "True":
      return notChecked ? "not-checked" : "fine";
    case "Progressing":
      return notChecked || fineReasons.includes(condition.reason ?? "") ? "rechecking" : "failing-unconfirmed";
    case "False":
      return "failing";
    case "Unknown":
      return "unknown";
    default:
      return "unrecognised";
  }
}

const findings: ReadonlySet<ConditionAssessment> = new Set(["failing", "unknown", "unrecognised"]);

/** Whether the assessment of a condition or constraint is a problem to show. */
export function isFinding(reading: ConditionAssessment): boolean {
  return findings.has(reading);
}

/** The earliest readable transition time among the given conditions, as received. */
export function earliestTransition(conditions: readonly Condition[]): string | undefined {
  let earliest: { readonly ms: number; readonly text: string } | undefined;
  for (const { lastTransitionTime: text } of conditions) {
    const ms = parseInstant(text);
    if (ms !== undefined && text && (earliest === undefined || ms < earliest.ms)) earliest = { ms, text };
  }
  return earliest?.text;
}
