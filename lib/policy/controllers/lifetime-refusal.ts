import type { Shoot } from "#lib/garden/shoot.ts";
import { annotations } from "../operations/annotations.ts";
import { deletionRefusal } from "../operations/deletion.ts";
import type { Reason } from "../operations/reasons.ts";

/** Why the garden would refuse now to delete a Shoot whose lifetime is over; Gardener then tries again. */
export function lifetimeRefusal({ status }: Pick<Shoot, "status">): Reason | undefined {
  return deletionRefusal({
    annotations: { [annotations.confirmDeletion]: "true" },
    lastOperation: status?.lastOperation,
    user: "gardener-controller-manager",
  });
}
