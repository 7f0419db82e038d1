import type { ShootStatus } from "#lib/garden/shoot.ts";
import type { PoolWork } from "../machines/machine-record.ts";

/** The lists of the status with the pools that a flow has found to be updated in place. */
export function withPendingUpdates(status: ShootStatus, { inPlaceAuto, inPlaceManual }: PoolWork): ShootStatus {
  if (inPlaceAuto.length + inPlaceManual.length === 0) return status;
  const { autoInPlaceUpdate, manualInPlaceUpdate } = status.inPlaceUpdates?.pendingWorkerUpdates ?? {};
  const union = (a: readonly string[] | null | undefined, b: readonly string[]) => [...new Set([...(a ?? []), ...b])];
  return {
    ...status,
    inPlaceUpdates: {
      pendingWorkerUpdates: {
        autoInPlaceUpdate: union(autoInPlaceUpdate, inPlaceAuto),
        manualInPlaceUpdate: union(manualInPlaceUpdate, inPlaceManual),
      },
    },
  };
}
