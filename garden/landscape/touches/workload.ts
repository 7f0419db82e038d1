import { type WorkloadTrait, workloadAnnotation } from "#garden/shoots/workload/workload-traits.ts";
import type { ShootVariation } from "../plan/shoot-plan.ts";
import { withAnnotations } from "./edit.ts";

/** A Shoot whose cluster has a workload with peculiarities, most of them obstacles to an update. */
export function withWorkload(...traits: readonly WorkloadTrait[]): ShootVariation {
  return (shoot) => withAnnotations(shoot, { [workloadAnnotation]: traits.join(",") });
}
