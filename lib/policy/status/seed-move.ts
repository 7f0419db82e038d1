import type { Shoot } from "#lib/garden/shoot.ts";

/** Whether a migration to another Seed freezes the spec: a Migrate in any state, or an unfinished Restore. */
export function isMigratingOrRestoring({
  lastType,
  lastState,
}: {
  readonly lastType: string | undefined;
  readonly lastState: string | undefined;
}): boolean {
  return lastType === "Migrate" || (lastType === "Restore" && lastState !== "Succeeded");
}

/** Whether the spec names another Seed than the one that hosts the control plane. */
export function isLeavingSeed({ spec, status }: Pick<Shoot, "spec" | "status">): boolean {
  return Boolean(spec.seedName && status?.seedName) && spec.seedName !== status?.seedName;
}

/**
 * Whether no Seed has a control plane of the Shoot, and none is handed over: until its first operation starts, gardenlet
 * of the Seed in the spec is responsible, and naming another Seed lets that one create the Shoot.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot/reconciler.go (the operation's start sets status.seedName)
 */
export function isYetToBeCreated({ status }: Pick<Shoot, "status">): boolean {
  const { seedName, lastOperation } = status ?? {};
  return !seedName && !isMigratingOrRestoring({ lastType: lastOperation?.type, lastState: lastOperation?.state });
}

/**
 * Whether naming a Seed takes back a move that has not begun: the control plane is still there, and no Migrate has
 * touched it. The API server accepts that like any move, and gardenlet reconciles the Shoot again.
 * @source Gardener: plugin/pkg/shoot/validator/admission.go (validateScheduling),
 * pkg/gardenlet/controller/shoot/shoot/reconciler.go (Reconcile)
 */
export function callsMoveBack(shoot: Pick<Shoot, "spec" | "status">, destination: string | undefined): boolean {
  const { seedName, lastOperation } = shoot.status ?? {};
  const hasBegun = isMigratingOrRestoring({ lastType: lastOperation?.type, lastState: lastOperation?.state });
  return isLeavingSeed(shoot) && destination === seedName && !hasBegun;
}
