import { stringAt } from "#lib/kube/field.ts";
import type { ShootSpec } from "./shoot.ts";

/** Returns the failure tolerance of a high-availability control plane: `node`, `zone`, or newer; undefined without. */
export function failureToleranceOf({ controlPlane }: Pick<ShootSpec, "controlPlane">): string | undefined {
  return stringAt(controlPlane, "highAvailability", "failureTolerance", "type");
}
