import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { readLifetime } from "../controllers/lifetime.ts";
import { findLifetimeRejection } from "../controllers/lifetime-rejection.ts";
import { predictGardenletDecision } from "../gardenlet/predict-gardenlet-decision.ts";
import { remedyRoleOf } from "../status/error-codes.ts";
import { findingsOf } from "../status/findings.ts";
import { readLastOperation } from "../status/last-operation.ts";
import { statusLabel } from "../status/status-label.ts";
import { diagnoseDeletion } from "./diagnose-deletion.ts";
import { diagnoseReconcileBlocker, diagnoseSeedMove } from "./diagnose-hold.ts";
import { diagnoseLastOperation } from "./diagnose-last-operation.ts";
import { type Diagnosis, lifetimeWarningPeriodMs } from "./diagnosis.ts";
import type { DiagnosisCore, DiagnosisInput } from "./diagnosis-core.ts";
import { diagnosisNotesOf } from "./diagnosis-notes.ts";
import { type DiagnosisContext, gardenletDecisionContextOf } from "./next-view.ts";

function lifetimeDiagnosis({ shoot, nowMs }: DiagnosisInput): DiagnosisCore | undefined {
  const lifetime = readLifetime(shoot);
  if (lifetime.state !== "ends" || lifetime.endsAt > nowMs + lifetimeWarningPeriodMs) return undefined;
  // The API server rejects the deletion until the migration is over, so the migration is reported first.
  if (lifetime.endsAt <= nowMs && findLifetimeRejection(shoot) !== undefined) return undefined;
  return {
    subject: { id: "lifetime-ends", at: formatInstant(lifetime.endsAt) },
    turn: "Owner",
    next: "extend-lifetime",
  };
}

/** Reads all facts that the diagnosis of a Shoot needs. */
export function readDiagnosisInput(shoot: Shoot, view: DiagnosisContext, nowMs: number): DiagnosisInput {
  return {
    shoot,
    view,
    nowMs,
    reading: readLastOperation(shoot.status?.lastOperation),
    findings: findingsOf(shoot),
    decision: predictGardenletDecision(shoot, gardenletDecisionContextOf(shoot, view), nowMs),
  };
}

/**
 * Diagnosis of a Shoot, except for the end of its lifetime. Checked in this order: deletion, migration, reconciliation
 * blockers, last operation, and last the conditions and constraints.
 */
export function diagnoseCurrentState(facts: DiagnosisInput): DiagnosisCore {
  if (facts.shoot.metadata.deletionTimestamp) return diagnoseDeletion(facts);
  return diagnoseSeedMove(facts) ?? diagnoseReconcileBlocker(facts) ?? diagnoseLastOperation(facts);
}

/**
 * Diagnosis of a Shoot: what happens, since when, who has to act and what comes next.
 *
 * @param view known facts around the Shoot, mainly its Seed
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot, pkg/controllermanager/controller/shoot
 */
export function diagnoseShoot(shoot: Shoot, view: DiagnosisContext, nowMs: number): Diagnosis {
  const { status, metadata } = shoot;
  const facts = readDiagnosisInput(shoot, view, nowMs);
  const { findings } = facts;
  const standing = diagnoseCurrentState(facts);
  const { since, ...verdict } = (metadata.deletionTimestamp ? undefined : lifetimeDiagnosis(facts)) ?? standing;
  const sinceMs = parseInstant(since);
  const fixer = remedyRoleOf(findings.codes);
  const types = (conditions: readonly { readonly type: string }[]) => conditions.map(({ type }) => type);
  return {
    health: statusLabel(status?.lastOperation, status?.lastErrors, status?.conditions),
    ...verdict,
    ...(since && sinceMs !== undefined ? { since, forSeconds: Math.max(0, Math.floor((nowMs - sinceMs) / 1000)) } : {}),
    notes: diagnosisNotesOf(facts, verdict.subject.id),
    codes: findings.codes,
    ...(fixer ? { fixer } : {}),
    conditions: types([...findings.failing, ...findings.unknown, ...findings.progressing]),
    constraints: types(findings.constraints),
  };
}
