import type { Shoot } from "#lib/garden/shoot.ts";
import { codesOf, fixerOf, hasForceDeletionCode } from "./error-codes.ts";
import type { Findings } from "./findings.ts";
import type { LastOperationReading } from "./last-operation.ts";
import { turnOf } from "./truth.ts";
import { operationVerdict } from "./truth-of-operation.ts";
import type { Verdict } from "./verdict.ts";

/** What is the case with a Shoot whose deletion has been asked for. @source Gardener docs, usage/shoot/shoot_status */
export function deletionVerdict(shoot: Shoot, reading: LastOperationReading, findings: Findings): Verdict {
  const since = shoot.metadata.deletionTimestamp;
  if (reading.type !== "Delete") {
    // gardenlet has not taken over yet; what held the Shoot back before still does.
    if (reading.meaning === "skipped") return operationVerdict(shoot, reading, findings);
    return { subject: { id: "deletion-requested" }, turn: "Gardener", next: "wait", since };
  }
  if (reading.meaning === "stopped") {
    const codes = codesOf(shoot.status?.lastErrors);
    const forceDeletionPossible = hasForceDeletionCode(codes);
    return {
      subject: { id: "deletion-failed", forceDeletionPossible },
      turn: turnOf(fixerOf(codes), "Owner"),
      next: forceDeletionPossible ? "force-delete-or-fix" : "fix-and-retry",
      since: shoot.status?.lastOperation?.lastUpdateTime,
    };
  }
  if (reading.meaning === "retrying") return { ...operationVerdict(shoot, reading, findings), since };
  return { subject: { id: "deleting", progress: reading.progress }, turn: "Gardener", next: "wait", since };
}
