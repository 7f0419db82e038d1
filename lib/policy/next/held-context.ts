import type { Shoot } from "#lib/garden/shoot.ts";
import type { OperationContext } from "../operations/evaluation.ts";
import { holdOf } from "./hold.ts";
import type { NextView } from "./next-view.ts";

/** Conditions around a Shoot that keep gardenlet from carrying out a request, as input for evaluating an operation. */
export function heldContext(
  shoot: Shoot,
  view: NextView,
): Pick<OperationContext, "seedEmergencyStop" | "seedSilent" | "seedNotReady"> {
  const hold = holdOf(shoot, view)?.id;
  return {
    seedEmergencyStop: view.seed?.stopped === true,
    seedSilent: hold === "seed-silent",
    seedNotReady: view.seed?.problem !== undefined,
  };
}
