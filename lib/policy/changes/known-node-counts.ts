import type { Shoot } from "#lib/garden/shoot.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { toWellTypedSpec } from "./to-well-typed-spec.ts";

/** Returns the number of nodes per pool if known: zero in a hibernated cluster, otherwise undefined. */
export function knownNodeCounts(shoot: Shoot): ReadonlyMap<string, number> | undefined {
  if (shoot.status?.hibernated !== true) return undefined;
  return new Map(workerPoolsOf(toWellTypedSpec(shoot.spec)).map(({ name }) => [name, 0]));
}
