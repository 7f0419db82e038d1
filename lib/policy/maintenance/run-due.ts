import type { Shoot } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { maintenanceWindow, windowContains } from "./time-window.ts";

/** Whether a maintenance run starts now, with the reason. */
export type MaintenanceDueResult =
  | { readonly due: true; readonly because: "requested" | "in-window" }
  | { readonly due: false; readonly because: "deleting" | "outside-window" };

/**
 * Whether the annotation `gardener.cloud/operation` requests maintenance: one of its semicolon-separated parts,
 * trimmed, is exactly `maintain`.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, needsMaintenance
 */
export function requestsMaintenance(operationAnnotation: string | null | undefined): boolean {
  return (operationAnnotation ?? "").split(";").some((operation) => operation.trim() === "maintain");
}

/**
 * Whether a run at `nowMs` maintains the Shoot. Only deletion prevents it; hibernation, the ignore annotation and a
 * failed last operation do not.
 *
 * @param nowMs epoch milliseconds
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, mustMaintainNow
 */
export function checkMaintenanceDue(shoot: Shoot, nowMs: number): MaintenanceDueResult {
  if (isDeleting(shoot)) return { due: false, because: "deleting" };
  if (requestsMaintenance(shoot.metadata.annotations?.["gardener.cloud/operation"])) {
    return { due: true, because: "requested" };
  }
  const inWindow = windowContains(maintenanceWindow(shoot).effective, nowMs);
  return inWindow ? { due: true, because: "in-window" } : { due: false, because: "outside-window" };
}

/**
 * Whether an update of the Shoot triggers the maintenance controller at once: maintenance is newly requested, or the
 * window changes.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance/add.go (ShootPredicate)
 */
export function triggersMaintenanceController(before: Shoot, after: Shoot): boolean {
  const asked = ({ metadata }: Shoot) => requestsMaintenance(metadata.annotations?.["gardener.cloud/operation"]);
  if (asked(after) && !asked(before)) return true;
  return !semanticallyEqual(before.spec.maintenance?.timeWindow, after.spec.maintenance?.timeWindow);
}

/** Whether the Shoot has a deletion timestamp; it is then never maintained. */
export function isDeleting(shoot: { readonly metadata: { readonly deletionTimestamp?: string | undefined } }): boolean {
  const { deletionTimestamp } = shoot.metadata;
  return deletionTimestamp !== undefined && deletionTimestamp !== null;
}
