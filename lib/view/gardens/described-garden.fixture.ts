import type { GardenFigures } from "#lib/contract/garden-figures.ts";

/** A garden in which nothing is the matter but what a test says. */
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
