import { textAt } from "#lib/kube/field.ts";
import type { ShootSpec } from "./shoot.ts";

/** Returns the failure tolerance of a high-availability control plane: `node`, `zone`, or newer; undefined without. */
export function toleranceOf({ controlPlane }: Pick<ShootSpec, "controlPlane">): string | undefined {
  return textAt(controlPlane, "highAvailability", "failureTolerance", "type");
}
