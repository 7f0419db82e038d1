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
