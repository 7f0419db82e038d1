import type { Condition } from "#lib/garden/condition.ts";
import { parseInstant } from "#lib/kube/instant.ts";

/**
 * How far a condition or constraint can be taken at its word. `rechecking`: it was fine and Gardener looks again after a
 * reconcile. `failing-unconfirmed`: it fails, but for less time than the threshold. `not-checked`: the Shoot sleeps.
 */
export const conditionReadings = [
  "fine",
  "not-checked",
  "rechecking",
  "failing-unconfirmed",
  "failing",
  "unknown",
  "unrecognised",
] as const;
export type ConditionReading = (typeof conditionReadings)[number];

/** Reasons that Gardener writes when it did not look because the Shoot is hibernated. */
const notCheckedReasons: readonly string[] = ["ConditionNotChecked", "ConstraintNotChecked"];

/**
 * Reads one condition or constraint. `fineReasons` are the reasons that accompany `True` for its type: with one of them,
 * `Progressing` only means that nobody has looked since the last reconcile.
 * @source Gardener: pkg/gardenlet/controller/shoot/care, pkg/api/core/v1beta1/helper/condition.go
 */
export function readCondition(condition: Condition, fineReasons: readonly string[]): ConditionReading {
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

const findings: ReadonlySet<ConditionReading> = new Set(["failing", "unknown", "unrecognised"]);

/** Whether a reading is a finding that somebody should see. */
export function isFinding(reading: ConditionReading): boolean {
  return findings.has(reading);
}

/** The earliest readable transition among `conditions`, as the wire wrote it. */
export function earliestTransition(conditions: readonly Condition[]): string | undefined {
  let earliest: { readonly ms: number; readonly text: string } | undefined;
  for (const { lastTransitionTime: text } of conditions) {
    const ms = parseInstant(text);
    if (ms !== undefined && text && (earliest === undefined || ms < earliest.ms)) earliest = { ms, text };
  }
  return earliest?.text;
}
