import type { GardenCounts } from "#lib/contract/garden-counts.ts";

/** Counts of a garden without problems, with a test's changes. */
export function sampleGardenCounts(told: Partial<GardenCounts>): GardenCounts {
  return {
    clusters: 0,
    attention: { causes: 0, first: [] },
    forced: 0,
    unforeseen: 0,
    overdue: 0,
    weeks: [],
    dates: { entries: [] },
    found: [],
    notLive: [],
    caveats: [],
    ...told,
  };
}
