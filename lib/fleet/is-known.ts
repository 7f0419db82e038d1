import type { Freshness } from "#lib/contract/fleet.ts";

/** Whether the rows of a page are all that there were when they were read, be they live or old. */
export function isKnown(freshness: Freshness): boolean {
  return freshness.state !== "loading" || freshness.keptSince !== undefined;
}
