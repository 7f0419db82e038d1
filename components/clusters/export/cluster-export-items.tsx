"use client";

import { useUrlQuery } from "#components/data/address/url-query.ts";
import { useDisplayClockLookup } from "#components/data/address/use-clock.ts";
import { ExportListItems } from "#components/data/export/export-list-items.tsx";
import { useUserRelationLookup } from "#components/data/session/use-user-relation.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { formatPageQuery, withSidePanel } from "#lib/fleet/fleet-query.ts";
import { currentLanguage, runInSourceLanguage } from "#lib/language/language-bundle.ts";
import { sourceLanguage } from "#lib/language/languages.ts";
import { text } from "#lib/language/text.ts";
import { type ExportedColumn, exportClusters } from "#lib/view/export/export-clusters.ts";
import { groupFleet } from "#lib/view/grid/group-fleet.ts";
import type { GroupedFleet } from "#lib/view/grid/grouped-fleet.ts";
import type { FleetColumn } from "../columns/columns.tsx";

/** Clusters and columns to export, in the order in which the list shows them. */
export interface ClusterListToExport {
  readonly rows: readonly FleetRow[];
  readonly columns: readonly FleetColumn[];
}

/** Menu items that export the cluster list as shown: with its order, its columns and its time zone. */
export function ClusterExportItems({ rows, columns: shown }: ClusterListToExport) {
  const query = useUrlQuery();
  const clockFor = useDisplayClockLookup();
  const onlookerAt = useUserRelationLookup();
  const make = () => {
    const speech = { now: Date.now(), clockFor, onlookerAt, withoutAges: true };
    const columns = shown
      .filter(({ key }) => key !== "name")
      .map(
        ({ key, label, light }): ExportedColumn => ({
          key,
          title: label,
          textOf: (row) =>
            light(row, speech)
              .map((part) => part?.text ?? "")
              .join(" ")
              .trim(),
        }),
      );
    const group = () => groupFleet(rows, query.group, speech.now);
    const grouped = group();
    if (query.group) columns.unshift(groupColumn(grouped, runInSourceLanguage(group)));
    return exportClusters(grouped.rows, {
      columns,
      filter: formatPageQuery(withSidePanel(query, undefined)),
      now: speech.now,
    });
  };
  return (
    <ExportListItems
      count={rows.length}
      counted={(count) => text("{count, plural, one {# cluster} other {# clusters}}", { count })}
      kubectl
      make={make}
    />
  );
}

/** Returns an export column with the title of each cluster's group. */
function groupColumn(grouped: GroupedFleet, inSource: GroupedFleet): ExportedColumn {
  const [here, source] = [titlesIn(grouped), titlesIn(inSource)];
  return {
    key: "group",
    title: text("Group"),
    textOf: (row) => (currentLanguage() === sourceLanguage ? source : here).get(row) ?? "",
  };
}

function titlesIn({ rows, groups = [] }: GroupedFleet): ReadonlyMap<FleetRow, string> {
  const titles = new Map<FleetRow, string>();
  for (const { title, from, count } of groups) for (const row of rows.slice(from, from + count)) titles.set(row, title);
  return titles;
}
