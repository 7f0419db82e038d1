import type { Shoot } from "#lib/garden/shoot.ts";
import { annotations } from "../operations/annotations.ts";
import { findDeletionRejection } from "../operations/deletion.ts";
import type { OperationReason } from "../operations/reasons.ts";

/** The reason why the garden would currently reject deleting an expired Shoot; Gardener then retries. */
export function findLifetimeRejection({ status }: Pick<Shoot, "status">): OperationReason | undefined {
  return findDeletionRejection({
    annotations: { [annotations.confirmDeletion]: "true" },
    lastOperation: status?.lastOperation,
    user: "gardener-controller-manager",
  });
}
