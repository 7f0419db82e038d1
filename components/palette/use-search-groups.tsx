import { LayoutGrid, ListFilter } from "lucide-react";
import { useMemo } from "react";
import { useFleetFilterContext } from "#components/data/address/use-fleet-filter-context.ts";
import { healthHue, hueAndIconOfHealth } from "#components/data/fleet-parts/health-mark.tsx";
import { hueSolidTextClasses } from "#components/ui/hue-classes.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import type { FleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { kubernetesVersionLabel } from "#lib/fleet/fields/version-update.ts";
import type { FacetValue } from "#lib/fleet/fleet-facets.ts";
import { emptyFleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { withoutUnfinishedTerm } from "#lib/fleet/search-grammar.ts";
import { fieldBeingTyped, suggestSearch } from "#lib/fleet/search-suggestions.ts";
import { selectFleet } from "#lib/fleet/select-fleet.ts";
import { text } from "#lib/language/text.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import { type FoundClusters, findClusters } from "#lib/view/palette/find-clusters.ts";
import { matchRankOf, matchRanks, type PaletteGroup } from "#lib/view/palette/match-groups.ts";
import type { PaletteItem } from "./palette-item.ts";

const mostClusters = 8;
const mostSuggestions = 6;
const none: readonly FleetRow[] = [];
const noFacets: ReadonlyMap<string, readonly FacetValue[]> = new Map();
/** Rank of items that come before all items found by title. */
const first = -1;

/** Counts the clusters for each value of a field. Memoised, because counts stay the same while a value is typed. */
const valuesOf = memoizeLast((rows: readonly FleetRow[], context: FleetContext, field: string, q: string) => {
  return selectFleet(rows, { ...emptyFleetQuery, q }, { ...context, counted: [field] }).facets;
});

interface SearchOptions {
  readonly rows: readonly FleetRow[] | undefined;
  readonly onGo: (path: string) => void;
  readonly onType: (text: string) => void;
}

/** Palette results for a query such as `field:value`: clusters, a link to all matches, and completions. */
export function useSearchGroups(typed: string, { rows = none, onGo, onType }: SearchOptions) {
  const context = useFleetFilterContext();
  return useMemo((): readonly PaletteGroup<PaletteItem>[] => {
    const field = fieldBeingTyped(typed);
    const found = findClusters(typed, { rows, context, most: mostClusters });
    const all: readonly PaletteItem[] = found.total === 0 ? [] : [listItem(found, onGo)];
    const clusters = found.best.map((row) => paletteItemOfCluster(row, onGo));
    return [
      {
        title: text("Clusters"),
        items: found.asksFields ? [...all, ...clusters] : [...clusters, ...all],
        place: placeOf(found, typed),
      },
      {
        title: text("Search clusters by"),
        items: suggestSearch(
          typed,
          field === undefined ? noFacets : valuesOf(rows, context, field, withoutUnfinishedTerm(typed)),
        )
          .slice(0, mostSuggestions)
          .map(({ input, label, hint, finished }) => ({
            ...{ id: `search-${label}`, title: label, hint, icon: <ListFilter aria-hidden />, stays: true },
            run: () => onType(finished ? `${input} ` : input),
          })),
        place: field === undefined ? matchRanks.elsewhere + 1 : first,
      },
    ];
  }, [typed, rows, context, onGo, onType]);
}

function placeOf({ best: [best], asksFields }: FoundClusters, typed: string): number {
  if (asksFields) return first;
  const place = best && matchRankOf({ title: best.name, more: best.project }, typed);
  return place ?? matchRanks.elsewhere;
}

function listItem({ total, query }: FoundClusters, onGo: (path: string) => void): PaletteItem {
  return {
    ...{
      id: "list",
      title: text("Show {count, plural, one {# cluster} other {# clusters}} in the list", { count: total }),
      icon: <LayoutGrid aria-hidden />,
    },
    run: () => onGo(`/clusters${formatFleetQuery(query)}`),
  };
}

/** Returns the palette's item for a cluster, whose actions can be opened as a nested list. */
export function paletteItemOfCluster(row: FleetRow, onGo: (path: string) => void): PaletteItem {
  // As in the list, a cluster with findings is not shown as merely "healthy".
  const isFound = row.health === "healthy" && healthHue(row) === "caution";
  return {
    id: row.uid,
    title: row.name,
    more: row.project,
    hint: `${row.project} · ${kubernetesVersionLabel(row)}`,
    icon: (
      <span className={hueSolidTextClasses[healthHue(row)]}>
        {hueAndIconOfHealth(isFound ? "unhealthy" : row.health).icon}
      </span>
    ),
    cluster: row,
    run: () => onGo(clusterPath(row)),
  };
}
