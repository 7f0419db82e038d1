import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { fixerOf } from "./error-codes.ts";
import { type Findings, findingsOf } from "./findings.ts";
import { readLastOperation } from "./last-operation.ts";
import { statusLabel } from "./status-label.ts";
import type { Truth } from "./truth.ts";
import { deletionVerdict } from "./truth-of-deletion.ts";
import { operationVerdict } from "./truth-of-operation.ts";
import { settledVerdict } from "./truth-of-settled.ts";
import type { Verdict } from "./verdict.ts";

function verdictOf(shoot: Shoot, findings: Findings): Verdict {
  const reading = readLastOperation(shoot.status?.lastOperation);
  if (shoot.metadata.deletionTimestamp) return deletionVerdict(shoot, reading, findings);
  if (reading.meaning === "finished") return settledVerdict(shoot, findings);
  return operationVerdict(shoot, reading, findings);
}

/**
 * What is the case with a Shoot, since when, whose turn it is and what comes next. A deletion outranks the last
 * operation, which outranks conditions, then constraints, then what waits for the user.
 * @source Gardener docs, usage/shoot/shoot_status and usage/shoot-operations
 */
export function sentenceOfTruth(shoot: Shoot, nowMs: number): Truth {
  const { status } = shoot;
  const findings = findingsOf(shoot);
  const { since, ...verdict } = verdictOf(shoot, findings);
  const sinceMs = parseInstant(since);
  const fixer = fixerOf(findings.codes);
  const types = (conditions: readonly { readonly type: string }[]) => conditions.map(({ type }) => type);
  return {
    health: statusLabel(status?.lastOperation, status?.lastErrors, status?.conditions),
    ...verdict,
    ...(since && sinceMs !== undefined ? { since, forSeconds: Math.max(0, Math.floor((nowMs - sinceMs) / 1000)) } : {}),
    codes: findings.codes,
    ...(fixer ? { fixer } : {}),
    conditions: types([...findings.failing, ...findings.unknown, ...findings.progressing]),
    constraints: types(findings.constraints),
  };
}
