import type { Freshness } from "#lib/contract/fleet.ts";

/** Whether the rows of a page are complete as of when they were read, live or old. */
export function isKnown(freshness: Freshness): boolean {
  return freshness.state !== "loading" || freshness.keptSince !== undefined;
}
