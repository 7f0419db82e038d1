import type { GardenFigures } from "#lib/contract/garden-figures.ts";

/** Figures of a garden without problems, with a test's changes. */
export function gardenFigures(told: Partial<GardenFigures>): GardenFigures {
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
