import type { FleetRow } from "../../contract/fleet.ts";
import { parseInstant } from "../../kube/instant.ts";
import { compareResourceVersions } from "../../kube/resource-version.ts";
import type { BulkCluster, Observation } from "./bulk-run.ts";

/** After this long without any sign of an end the run says so, and counts it as a failure until an end is seen after all. */
export const noResultAfterMs = 10 * 60_000;
/** How long a cluster may take to become healthy after its operation has succeeded. */
const healthyWithinMs = 10 * 60_000;

/** What of a row a run compares with later. */
export function toObservation(row: FleetRow): Observation {
  const { resourceVersion, health, hibernated, observed } = row;
  return {
    resourceVersion,
    health,
    hibernated,
    observed,
    ...(row.pendingOperation !== undefined && { pendingOperation: row.pendingOperation }),
    ...(row.scheduledOperation !== undefined && { scheduledOperation: row.scheduledOperation }),
    ...(row.lastOperation !== undefined && { lastOperation: row.lastOperation }),
    ...(row.lastMaintenance !== undefined && { lastMaintenance: row.lastMaintenance }),
  };
}

type Sign = { readonly kind: "running" | "succeeded" } | { readonly kind: "failed"; readonly message: string };

/**
 * What the fleet shows of a cluster that was asked, or may have been. The same object when nothing is to be said.
 * Success is only what was observed: a reconciliation that ended after the act, on the version that the act made, and a
 * cluster that is then as healthy as it was.
 */
export function observeCluster(cluster: BulkCluster, row: FleetRow | undefined, nowMs: number): BulkCluster {
  if (!isObserved(cluster)) return cluster;
  if (row === undefined || row.uid !== cluster.uid)
    return ended(cluster, { phase: "failed", message: "The cluster is no longer there.", nowMs });
  const sign = signOf(cluster, row);
  if (sign?.kind === "succeeded") return afterSuccess(cluster, row, nowMs);
  if (sign?.kind === "failed") return ended(cluster, { phase: "failed", message: sign.message, nowMs });
  if (sign?.kind === "running") return cluster.phase === "unanswered" ? arrived(cluster) : cluster;
  if (cluster.phase === "failed" || nowMs - (cluster.sentAt ?? nowMs) <= noResultAfterMs) return cluster;
  const message =
    cluster.phase === "unanswered"
      ? "No answer came, and nothing of it was seen within 10 minutes. It may not have arrived."
      : "No result was reported within 10 minutes.";
  return ended(cluster, { phase: "failed", message, nowMs });
}

/** An act that was taken may still come to a good end after it was called failed: Gardener tries again by itself. */
function isObserved({ phase, sentAt }: BulkCluster): boolean {
  return phase === "sent" || phase === "unanswered" || (phase === "failed" && sentAt !== undefined);
}

function arrived(cluster: BulkCluster): BulkCluster {
  return { ...cluster, phase: "sent", message: "No answer came, but the cluster shows that it arrived." };
}

function ended(
  cluster: BulkCluster,
  { phase, message, nowMs }: { phase: "failed"; message: string; nowMs: number },
): BulkCluster {
  if (cluster.phase === phase && cluster.message === message) return cluster;
  return { ...cluster, phase, message, endedAt: cluster.endedAt ?? nowMs };
}

function afterSuccess(cluster: BulkCluster, row: FleetRow, nowMs: number): BulkCluster {
  const expectsHealth = cluster.digest?.ending === "run" || cluster.digest?.ending === "maintenance";
  const wasWell = cluster.before === undefined || cluster.before.health === "healthy";
  if (expectsHealth && wasWell && row.health !== "healthy" && !row.hibernationEnabled) {
    const since = cluster.succeededAt ?? nowMs;
    if (nowMs - since > healthyWithinMs)
      return ended(cluster, { phase: "failed", message: `It succeeded, but the cluster is ${row.health}.`, nowMs });
    const waiting = "It succeeded; waiting for the cluster to be healthy.";
    return cluster.succeededAt !== undefined && cluster.message === waiting
      ? cluster
      : { ...cluster, succeededAt: since, message: waiting };
  }
  const { message: _, ...rest } = cluster;
  return { ...rest, phase: "succeeded", endedAt: nowMs, message: successWords(cluster) };
}

function successWords({ digest, phase }: BulkCluster): string {
  switch (digest?.ending) {
    case "planned":
      return "Planned: Gardener does it in the next maintenance window.";
    case "unplanned":
      return "No longer planned.";
    case "written":
      return "Written; nothing runs for it now.";
    default:
      return phase === "failed" ? "Succeeded in the end." : "Succeeded.";
  }
}

function signOf(cluster: BulkCluster, row: FleetRow): Sign | undefined {
  const { before, acceptedVersion } = cluster;
  if (before === undefined) return undefined;
  if (acceptedVersion !== undefined && compareResourceVersions(row.resourceVersion, acceptedVersion) < 0)
    return undefined;
  switch (cluster.digest?.ending) {
    case "planned":
      return isPlanned(cluster, row) ? { kind: "succeeded" } : undefined;
    case "unplanned":
      return acceptedVersion !== undefined && row.scheduledOperation !== before.scheduledOperation
        ? { kind: "succeeded" }
        : undefined;
    case "written":
      return acceptedVersion === undefined ? undefined : { kind: "succeeded" };
    case "maintenance":
      return signOfMaintenance(before, row);
    default:
      return signOfRun(cluster, before, row);
  }
}

function isPlanned({ act, acceptedVersion }: BulkCluster, row: FleetRow): boolean {
  if (act?.kind !== "operation") return acceptedVersion !== undefined;
  return partsOf(row.scheduledOperation).some((part) => part === act.id || part.startsWith(`${act.id}=`));
}

function signOfMaintenance(before: Observation, row: FleetRow): Sign | undefined {
  const { lastMaintenance: is } = row;
  if (is?.triggeredAt === undefined || is.triggeredAt === before.lastMaintenance?.triggeredAt) return undefined;
  if (is.state === "Failed") return { kind: "failed", message: "The maintenance failed." };
  return signOfState(row, false) ?? { kind: "running" };
}

function signOfRun(cluster: BulkCluster, before: Observation, row: FleetRow): Sign | undefined {
  // No answer came: only the annotation itself, not some reconciliation at the same moment, shows that a change arrived.
  if (cluster.phase === "unanswered") {
    if (cluster.act?.kind !== "operation") return undefined;
    if (isNewlyPending(cluster.act.id, before, row)) return { kind: "running" };
  }
  if (row.lastOperation === undefined || !hasMoved(before.lastOperation, row.lastOperation)) return undefined;
  return signOfState(row, true);
}

function signOfState(row: FleetRow, finalOnly: boolean): Sign | undefined {
  const { state, description } = row.lastOperation ?? {};
  const detail = description ?? "Gardener gave no reason.";
  switch (state) {
    case "Pending":
    case "Processing":
      return { kind: "running" };
    case "Succeeded":
      // A change that gardenlet has not seen yet means that this success is of an earlier run.
      return row.observed ? { kind: "succeeded" } : undefined;
    case "Error":
      return row.observed || !finalOnly
        ? { kind: "failed", message: `Failed for now, Gardener tries again: ${detail}` }
        : undefined;
    case "Failed":
    case "Aborted":
      return row.observed || !finalOnly ? { kind: "failed", message: `Failed: ${detail}` } : undefined;
    default:
      return undefined;
  }
}

function isNewlyPending(id: string, before: Observation, row: FleetRow): boolean {
  const asks = (annotation: string | undefined) =>
    partsOf(annotation).some((part) => part === id || part.startsWith(`${id}=`));
  return asks(row.pendingOperation) && !asks(before.pendingOperation);
}

function hasMoved(was: FleetRow["lastOperation"], is: NonNullable<FleetRow["lastOperation"]>): boolean {
  if (was === undefined) return true;
  if (was.state !== is.state || was.type !== is.type || was.progress !== is.progress) return true;
  return (parseInstant(is.updatedAt) ?? 0) > (parseInstant(was.updatedAt) ?? 0);
}

function partsOf(annotation: string | undefined): readonly string[] {
  return (annotation ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
