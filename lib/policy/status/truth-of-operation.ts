import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { codesOf, fixerOf } from "./error-codes.ts";
import { isRetriedByControllerManager } from "./failed-and-up-to-date.ts";
import type { Findings } from "./findings.ts";
import { hibernationState } from "./hibernation-state.ts";
import type { LastOperationReading } from "./last-operation.ts";
import { defaultRetryDurationMs } from "./operation-outcome.ts";
import { type TruthSubject, turnOf } from "./truth.ts";
import { settledVerdict } from "./truth-of-settled.ts";
import { isTruthy } from "./truthy.ts";
import type { Verdict } from "./verdict.ts";

function runningSubject(shoot: Shoot, { type, progress }: LastOperationReading): TruthSubject {
  switch (type) {
    case "Create":
      return { id: "creating", progress };
    case "Delete":
      return { id: "deleting", progress };
    case "Migrate":
      return { id: "migrating", progress };
    case "Restore":
      return { id: "restoring", progress };
    case "Reconcile":
    case undefined: {
      const hibernation = hibernationState(shoot);
      const onItsWay = hibernation === "hibernating" || hibernation === "waking-up";
      return { id: onItsWay ? hibernation : "reconciling", progress };
    }
    default:
      return type satisfies never;
  }
}

function retryingVerdict(shoot: Shoot, reading: LastOperationReading): Verdict {
  const startedAt = shoot.status?.retryCycleStartTime;
  const started = parseInstant(startedAt);
  const fixer = fixerOf(codesOf(shoot.status?.lastErrors));
  return {
    subject: {
      id: "retrying",
      operation: reading.type ?? reading.unknownType ?? "",
      failsAt: started === undefined ? undefined : formatInstant(started + defaultRetryDurationMs),
    },
    turn: turnOf(fixer, "Gardener"),
    next: fixer === "user" ? "fix-and-wait" : "wait",
    since: startedAt ?? reading.updatedAt,
  };
}

function failedVerdict(shoot: Shoot, reading: LastOperationReading): Verdict {
  const codes = codesOf(shoot.status?.lastErrors);
  const retriedAutomatically = isRetriedByControllerManager(shoot);
  const fixer = fixerOf(codes);
  const next = fixer === "user" ? "fix-and-retry" : retriedAutomatically ? "wait" : "retry";
  return {
    subject: { id: "failed", operation: reading.type ?? reading.unknownType ?? "", retriedAutomatically },
    turn: turnOf(fixer, "Owner"),
    next,
    since: reading.updatedAt,
  };
}

/** What is the case while the last operation is not finished. @source Gardener docs, usage/shoot/shoot_status */
export function operationVerdict(shoot: Shoot, reading: LastOperationReading, findings: Findings): Verdict {
  const { status, metadata } = shoot;
  switch (reading.meaning) {
    case "never-reconciled": {
      const scheduled = Boolean(shoot.spec.seedName);
      return {
        subject: { id: "never-reconciled", scheduled },
        turn: "Gardener",
        next: "wait",
        since: metadata.creationTimestamp,
      };
    }
    case "not-scheduled":
      return {
        subject: { id: "not-scheduled", description: reading.description },
        turn: "Operator",
        next: "ask-operator",
        since: metadata.creationTimestamp,
      };
    case "skipped": {
      const ignored = isTruthy(metadata.annotations?.["shoot.gardener.cloud/ignore"]);
      return { subject: { id: "skipped", ignored }, turn: "Operator", next: "ask-operator", since: reading.updatedAt };
    }
    case "running":
      return {
        subject: runningSubject(shoot, reading),
        turn: "Gardener",
        next: "wait",
        since: status?.retryCycleStartTime ?? reading.updatedAt,
      };
    case "aborted":
      return {
        subject: { id: "restoring", progress: undefined },
        turn: "Gardener",
        next: "wait",
        since: reading.updatedAt,
      };
    case "retrying":
      return retryingVerdict(shoot, reading);
    case "stopped":
      return failedVerdict(shoot, reading);
    case "finished":
      return settledVerdict(shoot, findings);
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
