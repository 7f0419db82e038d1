import type { GardenCounts } from "#lib/contract/garden-counts.ts";
import { emptyFleetQuery, type FleetQuery, formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";

/** Names of the counts on a garden's card, each of which links to a list. */
export type GardenCountName = "clusters" | "forced" | "unforeseen";

const filterOf: Readonly<Record<GardenCountName, readonly [key: string, value: string] | undefined>> = {
  clusters: undefined,
  forced: ["forceIn", "..90d"],
  unforeseen: ["forceIn", "unknown"],
};

/** Query for all clusters of a garden that match a search. */
export function queryOfGardenSearch(search: string): FleetQuery {
  return { ...emptyFleetQuery, q: search };
}

/** Returns the query for the clusters of a count, which its link opens. */
export function queryOfGardenCount(figure: GardenCountName, search: string): FleetQuery {
  const query = queryOfGardenSearch(search);
  const [key, value] = filterOf[figure] ?? [];
  return key === undefined || value === undefined ? query : withFilter(query, key, [value]);
}

export interface GardenCountRow {
  readonly figure: GardenCountName | "attention";
  readonly count: number;
  /** Text after the count. */
  readonly words: string;
  /** Path of the list of clusters, relative to the garden. */
  readonly href: string;
}

/** Returns the counts of a garden in order. Clusters without a forecast are only listed if there are some. */
export function gardenCountRowsOf(figures: GardenCounts, search: string): readonly GardenCountRow[] {
  const { clusters, attention, forced, unforeseen } = figures;
  const listOf = (figure: GardenCountName) => `/clusters${formatFleetQuery(queryOfGardenCount(figure, search))}`;
  const { causes } = attention;
  return [
    {
      figure: "clusters",
      count: clusters,
      words: text("{clusters, plural, one {cluster} other {clusters}}", { clusters }),
      href: listOf("clusters"),
    },
    {
      figure: "attention",
      count: causes,
      words: text("{causes, plural, one {cause needs attention} other {causes need attention}}", { causes }),
      href: overviewPathOfSearch(search),
    },
    { figure: "forced", count: forced, words: text("with a forced change within 90 days"), href: listOf("forced") },
    ...(unforeseen === 0
      ? []
      : [
          {
            figure: "unforeseen",
            count: unforeseen,
            words: text("without a forecast"),
            href: listOf("unforeseen"),
          } as const,
        ]),
  ];
}

/** Path of the overview for a search. */
export function overviewPathOfSearch(search: string): string {
  return `/${formatFleetQuery(queryOfGardenSearch(search))}`;
}
