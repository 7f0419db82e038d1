import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { annotationOf, annotations } from "../operations/annotations.ts";
import { errorCodesOf, remedyRoleOf } from "../status/error-codes.ts";
import { isRetriedByControllerManager } from "../status/failed-and-up-to-date.ts";
import { hibernationState } from "../status/hibernation-state.ts";
import type { ParsedLastOperation } from "../status/last-operation.ts";
import { defaultRetryDurationMs } from "../status/operation-outcome.ts";
import { isTruthy } from "../status/truthy.ts";
import { diagnoseSucceeded } from "./diagnose-succeeded.ts";
import { type DiagnosisSubject, responsibleRoleOf } from "./diagnosis.ts";
import { type DiagnosisCore, type DiagnosisInput, diagnosisWaitingForGardener } from "./diagnosis-core.ts";
import { responsibleSeedName } from "./next-view.ts";
import { schedulingOverdueAfterMs } from "./row-state.ts";

/** Prefix of a Shoot's last error while its Seed is not ready. @source gardenlet/controller/shoot/shoot (checkSeed) */
const seedText = "Shoot cannot be reconciled on seed";

const defaultScheduler = "default-scheduler";

const runningIds = { Create: "creating", Delete: "deleting", Migrate: "migrating", Restore: "restoring" } as const;

function runningSubject(shoot: Shoot, { type, progress }: ParsedLastOperation): DiagnosisSubject {
  if (type !== undefined && type !== "Reconcile") return { id: runningIds[type], progress };
  const hibernation = hibernationState(shoot);
  const onItsWay = hibernation === "hibernating" || hibernation === "waking-up";
  return { id: onItsWay ? hibernation : "reconciling", progress };
}

function wordOf(reading: ParsedLastOperation): string {
  return reading.type ?? reading.unknownType ?? "";
}

function notReadyDiagnosis({ shoot, reading }: DiagnosisInput): DiagnosisCore {
  return {
    subject: { id: "seed-not-ready", operation: wordOf(reading), seed: responsibleSeedName(shoot) },
    turn: "Operator",
    next: "make-seed-ready",
    since: shoot.status?.retryCycleStartTime ?? reading.updatedAt,
  };
}

function retryingDiagnosis(facts: DiagnosisInput): DiagnosisCore {
  const { shoot, reading, decision } = facts;
  if (decision.outcome === "waits-for-seed" || reading.description?.startsWith(seedText))
    return notReadyDiagnosis(facts);
  const startedAt = shoot.status?.retryCycleStartTime;
  const started = parseInstant(startedAt);
  const fixer = remedyRoleOf(errorCodesOf(shoot.status?.lastErrors));
  return {
    subject: {
      id: "retrying",
      operation: wordOf(reading),
      failsAt: started === undefined ? undefined : formatInstant(started + defaultRetryDurationMs),
    },
    turn: responsibleRoleOf(fixer, "Gardener"),
    next: fixer === "user" ? "fix-and-wait" : "wait",
    since: startedAt ?? reading.updatedAt,
  };
}

function failedDiagnosis(facts: DiagnosisInput): DiagnosisCore {
  const { shoot, reading, decision } = facts;
  if (decision.outcome === "waits-for-seed") return notReadyDiagnosis(facts);
  if (decision.outcome === "starts") {
    return diagnosisWaitingForGardener({ id: "about-to-retry", operation: decision.operation }, reading.updatedAt);
  }
  const codes = errorCodesOf(shoot.status?.lastErrors);
  const retriedAutomatically = isRetriedByControllerManager(shoot);
  const retriedInWindow = isTruthy(annotationOf(shoot, annotations.needsRetry));
  const fixer = remedyRoleOf(codes);
  return {
    subject: { id: "failed", operation: wordOf(reading), retriedAutomatically, retriedInWindow },
    turn: responsibleRoleOf(fixer, retriedInWindow ? "Gardener" : "Owner"),
    next: nextOfFailed({ fixedByUser: fixer === "user", retriedAutomatically, retriedInWindow }),
    since: reading.updatedAt,
  };
}

function nextOfFailed(failed: {
  readonly fixedByUser: boolean;
  readonly retriedAutomatically: boolean;
  readonly retriedInWindow: boolean;
}): DiagnosisCore["next"] {
  if (failed.fixedByUser) return "fix-and-retry";
  if (failed.retriedAutomatically) return "wait";
  return failed.retriedInWindow ? "wait-for-retry-in-window" : "retry";
}

function unscheduledDiagnosis(facts: DiagnosisInput): DiagnosisCore {
  const { shoot, nowMs } = facts;
  const { metadata, spec } = shoot;
  if (facts.decision.outcome === "waits-for-seed")
    return { ...notReadyDiagnosis(facts), since: metadata.creationTimestamp };
  const created = parseInstant(metadata.creationTimestamp);
  const overdue = created !== undefined && nowMs - created > schedulingOverdueAfterMs;
  const { schedulerName } = spec;
  const scheduled = Boolean(spec.seedName);
  const other = schedulerName && schedulerName !== defaultScheduler && !scheduled ? schedulerName : undefined;
  const waits = other === undefined && !overdue;
  return {
    subject: { id: "never-reconciled", scheduled, scheduler: other, overdue },
    turn: waits ? "Gardener" : "Operator",
    next: waits ? "wait" : "ask-operator",
    since: metadata.creationTimestamp,
  };
}

/** Diagnosis of a Shoot whose last operation is not finished. @source Gardener docs, usage/shoot/shoot_status */
export function diagnoseLastOperation(facts: DiagnosisInput): DiagnosisCore {
  const { shoot, reading, decision } = facts;
  const { status, metadata } = shoot;
  switch (reading.meaning) {
    case "never-reconciled":
      return unscheduledDiagnosis(facts);
    case "not-scheduled":
      // Once a Seed is bound, the scheduler's last description is outdated.
      if (shoot.spec.seedName) return unscheduledDiagnosis(facts);
      return {
        subject: { id: "not-scheduled", description: reading.description },
        turn: "Operator",
        next: "look-at-seeds",
        since: metadata.creationTimestamp,
      };
    case "skipped":
      if (decision.outcome === "waits-for-seed") return notReadyDiagnosis(facts);
      return { subject: { id: "skipped" }, turn: "Operator", next: "ask-operator", since: reading.updatedAt };
    case "running":
      return diagnosisWaitingForGardener(
        runningSubject(shoot, reading),
        status?.retryCycleStartTime ?? reading.updatedAt,
      );
    case "aborted": {
      if (decision.outcome === "waits-for-seed") return notReadyDiagnosis(facts);
      const operation = "operation" in decision ? decision.operation : wordOf(reading);
      const subject: DiagnosisSubject =
        operation === "Restore" ? { id: "restoring", progress: undefined } : { id: "resuming", operation };
      return diagnosisWaitingForGardener(subject, reading.updatedAt);
    }
    case "retrying":
      return retryingDiagnosis(facts);
    case "stopped":
      return failedDiagnosis(facts);
    case "finished":
      return diagnoseSucceeded(facts);
    case "unrecognised":
      return {
        subject: { id: "unrecognised", type: reading.unknownType ?? reading.type, state: reading.unknownState },
        turn: "Operator",
        next: "ask-operator",
        since: reading.updatedAt,
      };
    default:
      return reading.meaning satisfies never;
  }
}
