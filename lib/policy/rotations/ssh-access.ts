import type { Shoot } from "#lib/garden/shoot.ts";

/** Whether the nodes accept SSH: not on a workerless Shoot, nor when it is disabled. */
export function isSshEnabled({ spec }: Pick<Shoot, "spec">): boolean {
  return (spec.provider?.workers?.length ?? 0) > 0 && spec.provider?.workersSettings?.sshAccess?.enabled !== false;
}
