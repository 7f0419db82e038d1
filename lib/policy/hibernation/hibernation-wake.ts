import type { Shoot } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";

/**
 * Whether an update of the Shoot triggers Gardener's hibernation controller: only when the schedules differ.
 * @source Gardener: pkg/controllermanager/controller/shoot/hibernation/add.go (ShootPredicate)
 */
export function triggersHibernationController(before: Shoot, after: Shoot): boolean {
  const schedules = after.spec.hibernation?.schedules ?? [];
  return schedules.length > 0 && !semanticallyEqual(before.spec.hibernation?.schedules, schedules);
}
