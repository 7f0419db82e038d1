import type { Shoot } from "#lib/garden/shoot.ts";
import type { OperationContext } from "../operations/operation-evaluation.ts";
import type { DiagnosisContext } from "./next-view.ts";
import { reconcileBlockerOf } from "./reconcile-blocker.ts";

/** Facts about a Shoot's Seed that keep gardenlet from carrying out a request, as input for evaluating an operation. */
export function reconcileBlockerContextOf(
  shoot: Shoot,
  view: DiagnosisContext,
): Pick<OperationContext, "seedEmergencyStop" | "seedSilent" | "seedNotReady"> {
  const hold = reconcileBlockerOf(shoot, view)?.id;
  return {
    seedEmergencyStop: view.seed?.stopped === true,
    seedSilent: hold === "seed-silent",
    seedNotReady: view.seed?.problem !== undefined,
  };
}
