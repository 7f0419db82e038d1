import { textAt } from "#lib/kube/field.ts";
import type { ShootSpec } from "./shoot.ts";

/** What a highly available control plane outlives: `node`, `zone`, or newer than this build; undefined for any other. */
export function toleranceOf({ controlPlane }: Pick<ShootSpec, "controlPlane">): string | undefined {
  return textAt(controlPlane, "highAvailability", "failureTolerance", "type");
}
