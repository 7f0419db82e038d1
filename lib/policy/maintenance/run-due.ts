import type { Shoot } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { maintenanceWindow, windowContains } from "./time-window.ts";

/** Why a run starts now, or why it does not. */
export type RunDue =
  | { readonly due: true; readonly because: "requested" | "in-window" }
  | { readonly due: false; readonly because: "deleting" | "outside-window" };

/**
 * Whether the annotation `gardener.cloud/operation` asks for maintenance: one of its parts between semicolons, without
 * the blanks around it, is exactly `maintain`.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, needsMaintenance
 */
export function requestsMaintenance(operationAnnotation: string | null | undefined): boolean {
  return (operationAnnotation ?? "").split(";").some((operation) => operation.trim() === "maintain");
}

/**
 * Whether a run at `nowMs` maintains the Shoot. Hibernation, the ignore annotation and a failed last operation do not
 * stop it; only deletion does.
 *
 * @param nowMs epoch milliseconds
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, mustMaintainNow
 */
export function maintenanceDue(shoot: Shoot, nowMs: number): RunDue {
  if (isDeleting(shoot)) return { due: false, because: "deleting" };
  if (requestsMaintenance(shoot.metadata.annotations?.["gardener.cloud/operation"])) {
    return { due: true, because: "requested" };
  }
  const inWindow = windowContains(maintenanceWindow(shoot).effective, nowMs);
  return inWindow ? { due: true, because: "in-window" } : { due: false, because: "outside-window" };
}

/**
 * Whether an update of the Shoot makes the controller look at it at once: maintenance is newly asked for, or the window
 * is another one.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance/add.go (ShootPredicate)
 */
export function wakesMaintenance(before: Shoot, after: Shoot): boolean {
  const asked = ({ metadata }: Shoot) => requestsMaintenance(metadata.annotations?.["gardener.cloud/operation"]);
  if (asked(after) && !asked(before)) return true;
  return !semanticallyEqual(before.spec.maintenance?.timeWindow, after.spec.maintenance?.timeWindow);
}

/** A Shoot with a deletion timestamp is never maintained. */
export function isDeleting(shoot: { readonly metadata: { readonly deletionTimestamp?: string | undefined } }): boolean {
  const { deletionTimestamp } = shoot.metadata;
  return deletionTimestamp !== undefined && deletionTimestamp !== null;
}
