import type { GardenFigure, GardenFigures } from "../../contract/garden-figures.ts";
import { emptyFleetQuery, type FleetQuery, formatFleetQuery, withFilter } from "../../fleet/fleet-query.ts";
import { nounFor } from "../../words/count.ts";

const filterOf: Readonly<Record<GardenFigure, readonly [key: string, value: string] | undefined>> = {
  clusters: undefined,
  unhealthy: ["status", "unhealthy"],
  forced: ["forceIn", "..90d"],
  unforeseen: ["forceIn", "unknown"],
};

/** What each number counts, and so the list that its link opens. */
export function queryOfFigure(figure: GardenFigure, search: string): FleetQuery {
  const query = { ...emptyFleetQuery, q: search };
  const [key, value] = filterOf[figure] ?? [];
  return key === undefined || value === undefined ? query : withFilter(query, key, [value]);
}

export interface FigureLine {
  readonly figure: GardenFigure;
  readonly count: number;
  /** What stands after the number. */
  readonly words: string;
  /** As pages of the garden write it. */
  readonly href: string;
}

/** The numbers of a garden in their order. What has no forecast is told only where there is some. */
export function figureLines(figures: GardenFigures, search: string): readonly FigureLine[] {
  const lines: readonly Omit<FigureLine, "count" | "href">[] = [
    { figure: "clusters", words: nounFor(figures.clusters, "cluster") },
    { figure: "unhealthy", words: "unhealthy" },
    { figure: "forced", words: "with a forced change within 90 days" },
    { figure: "unforeseen", words: "without a forecast" },
  ];
  return lines
    .filter(({ figure }) => figure !== "unforeseen" || figures.unforeseen > 0)
    .map((line) => ({
      ...line,
      count: figures[line.figure],
      href: `/clusters${formatFleetQuery(queryOfFigure(line.figure, search))}`,
    }));
}
