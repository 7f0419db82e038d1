import type { FleetRow } from "#lib/contract/fleet.ts";
import { inlineHealthLabels } from "#lib/fleet/fields/health.ts";
import { text } from "#lib/language/text.ts";
import type { BulkCluster } from "./bulk-run.ts";

/** Maximum time for a cluster to become healthy after its operation has succeeded. */
const healthyWithinMs = 10 * 60_000;

/** Returns the cluster marked as failed with a reason; the time of an earlier failure is kept. */
export function markBulkClusterFailed(cluster: BulkCluster, message: string, nowMs: number): BulkCluster {
  if (cluster.phase === "failed" && cluster.message === message) return cluster;
  return { ...cluster, phase: "failed", message, endedAt: cluster.endedAt ?? nowMs };
}

function succeeded(cluster: BulkCluster, message: string, nowMs: number): BulkCluster {
  return { ...cluster, phase: "succeeded", message, endedAt: nowMs };
}

function successLabel({ phase, act }: BulkCluster, { lastOperation, health }: FleetRow): string {
  if (act?.kind === "unschedule") return text("No longer planned.");
  if (act?.kind === "change" && act.patch.spec === undefined) return text("Written; nothing has to run for it.");
  const values = {
    operation: lastOperation?.type ?? text("The operation"),
    health: text(inlineHealthLabels[health]),
  };
  return phase === "failed"
    ? text("{operation} was seen to succeed in the end; the cluster is {health}.", values)
    : text("{operation} was seen to succeed; the cluster is {health}.", values);
}

/** Returns the cluster after its operation has succeeded: it is done once it is as healthy as before. */
export function bulkClusterAfterSuccess(cluster: BulkCluster, row: FleetRow, nowMs: number): BulkCluster {
  const wasWell = cluster.before === undefined || cluster.before.health === "healthy";
  if (!wasWell || row.health === "healthy" || row.hibernationEnabled)
    return succeeded(cluster, successLabel(cluster, row), nowMs);
  const since = cluster.succeededAt ?? nowMs;
  if (nowMs - since > healthyWithinMs)
    return markBulkClusterFailed(
      cluster,
      text("It succeeded, but the cluster is {health}.", { health: text(inlineHealthLabels[row.health]) }),
      nowMs,
    );
  return cluster.succeededAt !== undefined
    ? cluster
    : { ...cluster, succeededAt: since, message: text("It succeeded; waiting for the cluster to be healthy.") };
}
