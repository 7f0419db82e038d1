import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ReportedCluster } from "#lib/contract/forecast.ts";
import { parseInstant } from "#lib/kube/instant.ts";

/** Returns when and why the last maintenance of a cluster failed; undefined if it did not fail. */
export function failedMaintenanceOf({
  lastMaintenance,
}: Pick<FleetRow, "lastMaintenance">): ReportedCluster["failedMaintenance"] {
  if (lastMaintenance?.state !== "Failed") return undefined;
  const at = parseInstant(lastMaintenance.triggeredAt);
  const reason = lastMaintenance.failureReason;
  return { ...(at !== undefined && { at }), ...(reason !== undefined && { reason }) };
}
