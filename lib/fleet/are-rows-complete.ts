import type { FleetFreshness } from "#lib/contract/fleet.ts";

/** Returns whether the rows of a page are complete as of the time at which they were read, even if they are old. */
export function areRowsComplete(freshness: FleetFreshness): boolean {
  return freshness.state !== "loading" || freshness.keptSince !== undefined;
}
