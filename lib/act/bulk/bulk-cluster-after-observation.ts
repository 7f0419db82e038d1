import type { FleetRow } from "#lib/contract/fleet.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { message, text } from "#lib/language/text.ts";
import { isRowOperationUnfinished, operationStateOfRow } from "#lib/policy/next/row-operation.ts";
import { describeReason } from "#lib/words/reason-descriptions.ts";
import { actTraceOf } from "../follow/act-trace.ts";
import { blockedReasonOf } from "../follow/blocked-reason.ts";
import {
  type ActProgress,
  annotationRequestsOperation,
  type FollowedAct,
  noResultTimeoutMs,
  observedFieldsOf,
  operationProgress,
} from "../follow/operation-progress.ts";
import type { BulkCluster, RowSnapshot } from "./bulk-run.ts";
import { bulkClusterAfterSuccess, markBulkClusterFailed } from "./cluster-outcome.ts";

/** Fields of a row that a run compares later. */
export function rowSnapshot(row: FleetRow): RowSnapshot {
  return { ...observedFieldsOf(row), health: row.health };
}

/**
 * Returns the next state of a cluster that was or may have been requested, derived from the live data. Returns the same
 * object if nothing changed. Success has to be observed: the operation has ended on the version that it wrote, and the
 * cluster is as healthy as before.
 *
 * @param row row of the live fleet; undefined when the cluster has left the fleet
 */
export function bulkClusterAfterObservation(
  cluster: BulkCluster,
  row: FleetRow | undefined,
  nowMs: number,
): BulkCluster {
  if (isOfWindow(cluster)) return observeInWindow(cluster, row, nowMs);
  const followed = isObserved(cluster) ? followedAct(cluster) : undefined;
  if (followed === undefined) return cluster;
  const progress = operationProgress(followed, row, nowMs);
  // A running operation of Gardener may have begun before the change was written.
  if (isConfined(cluster) && shownSteps.includes(progress.step)) return planned(cluster, row, nowMs);
  switch (progress.step) {
    case "succeeded":
      return row === undefined ? cluster : bulkClusterAfterSuccess(cluster, row, nowMs);
    case "scheduled":
      return isPlanned(cluster, row) ? planned(cluster, row, nowMs) : cluster;
    case "failed":
      return markBulkClusterFailed(
        cluster,
        text("Failed: {reason}", { reason: progress.description ?? text("Gardener gave no reason.") }),
        nowMs,
      );
    case "retrying":
      return markBulkClusterFailed(
        cluster,
        text("Failed, retrying: {reason}", { reason: progress.description ?? text("no reason given") }),
        nowMs,
      );
    case "held":
      return nowMs - followed.sentAt > noResultTimeoutMs
        ? markBulkClusterFailed(cluster, describeReason(progress.reason), nowMs)
        : arrivedOf(cluster);
    case "no-result":
      return markBulkClusterFailed(cluster, text("No result was reported within 10 minutes."), nowMs);
    case "gone":
    case "deleted":
      return markBulkClusterFailed(cluster, text(goneLabels), nowMs);
    case "uncertain":
      return nowMs - followed.sentAt > neverSeenAfterMs
        ? markBulkClusterFailed(cluster, text(neverSeenLabels), nowMs)
        : cluster;
    case "refused":
      return cluster;
    default:
      return arrivedOf(cluster);
  }
}

/** Steps that prove that the garden has received the change. */
const shownSteps: readonly ActProgress["step"][] = ["waiting", "held", "running", "succeeded", "retrying", "failed"];

function isConfined({ act, digest }: BulkCluster): boolean {
  return act?.kind === "change" && digest?.inWindow === true;
}

const goneLabels = message("The cluster is no longer there.");
/** Time without any effect of the action after which a run counts a failure, until the end is observed after all. */
const neverSeenAfterMs = 10 * 60_000;
const neverSeenLabels = message("No answer, and nothing was seen within 10 minutes. The request may not have arrived.");

/** Whether a cluster is still observed; Failed ones are, because Gardener retries and the action may yet succeed. */
function isObserved({ phase, sentAt }: BulkCluster): boolean {
  return phase === "sent" || phase === "unanswered" || (phase === "failed" && sentAt !== undefined);
}

function followedAct(cluster: BulkCluster): FollowedAct | undefined {
  const { act, before, sentAt, acceptedVersion, digest } = cluster;
  if (act === undefined || before === undefined || sentAt === undefined) return undefined;
  const answer: FollowedAct["answer"] =
    acceptedVersion === undefined
      ? { kind: "refused", at: sentAt, fault: { reason: "timeout" } }
      : {
          kind: "accepted",
          at: sentAt,
          accepted: { requestedAt: "", resourceVersion: acceptedVersion, warnings: [] },
        };
  const trace = actTraceOf(act);
  // Without an answer, only the operation annotation proves arrival: a spec change may look like any reconciliation.
  const sign = acceptedVersion !== undefined || trace.kind === "operation" ? trace : unseen;
  return { trace: sign, before, sentAt, answer, ...(digest?.inWindow && { window: {} }) };
}

/** Action that never matches a row, used when nothing can be observed. */
const unseen = { kind: "unschedule", operation: "" } as const;

function isPlanned({ act }: BulkCluster, row: FleetRow | undefined): boolean {
  return act?.kind === "operation" && annotationRequestsOperation(row?.scheduledOperation, act.id);
}

function arrivedOf(cluster: BulkCluster): BulkCluster {
  if (cluster.phase !== "unanswered") return cluster;
  return { ...cluster, phase: "sent", message: text("No answer came, but the cluster shows that it arrived.") };
}

function planned(cluster: BulkCluster, row: FleetRow | undefined, nowMs: number): BulkCluster {
  const message = isConfined(cluster)
    ? text("Written: Gardener rolls it out in the next maintenance window.")
    : text("Planned: Gardener does it in the next maintenance window.");
  const next = nextWindowOfRow(row?.window, nowMs);
  // Without a maintenance window Gardener runs maintenance once a day, at any time.
  const window = next
    ? { fromMs: Math.max(next.beginMs, nowMs), toMs: next.endMs }
    : { fromMs: nowMs, toMs: nowMs + dayMs };
  return { ...cluster, phase: "planned", message, endedAt: nowMs, window };
}

type OfWindow = BulkCluster & { readonly window: NonNullable<BulkCluster["window"]> };

function isOfWindow(cluster: BulkCluster): cluster is OfWindow {
  return cluster.window !== undefined && (cluster.phase === "planned" || cluster.phase === "failed");
}

/** Returns the state of a planned cluster, observed from the beginning of its maintenance window on. */
function observeInWindow(cluster: OfWindow, row: FleetRow | undefined, nowMs: number): BulkCluster {
  const { fromMs, toMs } = cluster.window;
  if (nowMs < fromMs) return cluster;
  if (row === undefined) return markBulkClusterFailed(cluster, text(goneLabels), nowMs);
  const waits =
    isPlanned(cluster, row) || row.next.subject === "changes-held" || row.next.notes?.includes("changes-held") === true;
  const reportedAt = parseInstant(row.lastOperation?.updatedAt);
  const course = operationStateOfRow(row);
  const isTaken = course === "retrying" || !isRowOperationUnfinished(row);
  if (isTaken && !waits && reportedAt !== undefined && reportedAt >= fromMs) {
    if (course === "ended") return bulkClusterAfterSuccess(cluster, row, nowMs);
    if (course === "failed" || course === "retrying") {
      const reason = row.lastOperation?.description ?? text("Gardener gave no reason.");
      return markBulkClusterFailed(cluster, text("Failed: {reason}", { reason }), nowMs);
    }
  }
  if (nowMs <= toMs + noResultTimeoutMs || course === "running") return cluster;
  const held = blockedReasonOf(row);
  return markBulkClusterFailed(
    cluster,
    held ? describeReason(held) : text("Its window has passed, and nothing was seen to happen."),
    nowMs,
  );
}
