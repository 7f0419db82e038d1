import { codesOf, fixerOf, hasForceDeletionCode } from "../status/error-codes.ts";
import { isRetriedByControllerManager } from "../status/failed-and-up-to-date.ts";
import { turnOf } from "./truth.ts";
import { holdVerdict } from "./truth-of-hold.ts";
import { operationVerdict } from "./truth-of-operation.ts";
import { gardenerContinuesVerdict, type Verdict, type VerdictFacts } from "./verdict.ts";

/** gardenlet's text while the Shoot has Bastions. @source pkg/gardenlet/controller/shoot/shoot */
const bastionsText = "shoot has still Bastions";

const retriedLater = {
  subject: { id: "failed", operation: "Delete", retriedAutomatically: true, retriedInWindow: false },
  turn: "Provider",
  next: "wait",
} as const;

function failedVerdict({ shoot }: VerdictFacts): Verdict {
  const codes = codesOf(shoot.status?.lastErrors);
  const forceDeletionPossible = hasForceDeletionCode(codes);
  if (isRetriedByControllerManager(shoot))
    return { ...retriedLater, since: shoot.status?.lastOperation?.lastUpdateTime };
  return {
    subject: { id: "deletion-failed", forceDeletionPossible },
    turn: turnOf(fixerOf(codes), "Owner"),
    next: forceDeletionPossible ? "force-delete-or-fix" : "fix-and-retry",
    since: shoot.status?.lastOperation?.lastUpdateTime,
  };
}

/**
 * Verdict for a Shoot in deletion. A Shoot that is already deleted or was never created is removed even if something
 * holds it back.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler.go (deleteShoot)
 */
export function deletionVerdict(facts: VerdictFacts): Verdict {
  const { shoot, reading, decision } = facts;
  const since = shoot.metadata.deletionTimestamp;
  if (decision.outcome === "held-by-finalizer" && decision.finalizers.length > 0) {
    const subject = { id: "held-by-finalizer", finalizers: decision.finalizers } as const;
    return { subject, turn: "Owner", next: "remove-finalizers", since };
  }
  if (decision.outcome === "gone") return gardenerContinuesVerdict({ id: "deletion-ends" }, since);
  if (decision.outcome === "waits-for-bastions" || reading.description?.startsWith(bastionsText)) {
    return gardenerContinuesVerdict({ id: "waits-for-bastions", operation: "Delete" }, since);
  }
  const held = holdVerdict(facts);
  if (held) return held;
  if (decision.outcome === "failed" && reading.type === "Delete") return failedVerdict(facts);
  if (reading.type === "Delete" || decision.outcome === "waits-for-seed") {
    return { ...operationVerdict(facts), since };
  }
  return gardenerContinuesVerdict({ id: "deletion-requested" }, since);
}
