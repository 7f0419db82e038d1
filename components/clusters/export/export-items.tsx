"use client";

import { use, useMemo } from "react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { useClocks } from "#components/data/address/use-clock.ts";
import { ExportListItems } from "#components/data/export/export-list-items.tsx";
import { ListToExportContext } from "#components/data/export/list-to-export.ts";
import { useOnlookerAt } from "#components/data/session/use-onlooker.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { formatScreenQuery, withPanel } from "#lib/fleet/fleet-query.ts";
import { sourceLanguage } from "#lib/language/languages.ts";
import { inSourceLanguage, languageNow } from "#lib/language/speech.ts";
import { text } from "#lib/language/text.ts";
import { clustersFiles, type ExportedColumn } from "#lib/view/export/clusters-files.ts";
import { groupFleet } from "#lib/view/grid/group-fleet.ts";
import type { GroupedFleet } from "#lib/view/grid/grouped-fleet.ts";
import { ListedContext } from "./listed.ts";

/** The list as it is shown, to take along: its clusters in their order, its columns, its clock. */
export function ExportItems() {
  const { rows, columns: shown } = use(ListedContext);
  const query = useUrlQuery();
  const clockFor = useClocks();
  const onlookerAt = useOnlookerAt();
  const list = useMemo(
    () => ({
      count: rows.length,
      counted: (count: number) => text("{count, plural, one {# cluster} other {# clusters}}", { count }),
      kubectl: true,
      make: () => {
        const speech = { now: Date.now(), clockFor, onlookerAt };
        const columns = shown
          .filter(({ key }) => key !== "name")
          .map(
            ({ key, light }): ExportedColumn => ({
              key,
              textOf: (row) =>
                light(row, speech)
                  .map((part) => part?.text ?? "")
                  .join(" ")
                  .trim(),
            }),
          );
        const group = () => groupFleet(rows, query.group, speech.now);
        const grouped = group();
        if (query.group) columns.unshift(groupColumn(grouped, inSourceLanguage(group)));
        return clustersFiles(grouped.rows, {
          columns,
          filter: formatScreenQuery(withPanel(query, undefined)),
          now: speech.now,
        });
      },
    }),
    [rows, shown, query, clockFor, onlookerAt],
  );
  return (
    <ListToExportContext value={list}>
      <ExportListItems />
    </ListToExportContext>
  );
}

/** What the heads of the groups say, beside each of their clusters. */
function groupColumn(grouped: GroupedFleet, inSource: GroupedFleet): ExportedColumn {
  const [here, source] = [titlesIn(grouped), titlesIn(inSource)];
  return { key: "group", textOf: (row) => (languageNow() === sourceLanguage ? source : here).get(row) ?? "" };
}

function titlesIn({ rows, groups = [] }: GroupedFleet): ReadonlyMap<FleetRow, string> {
  const titles = new Map<FleetRow, string>();
  for (const { title, from, count } of groups) for (const row of rows.slice(from, from + count)) titles.set(row, title);
  return titles;
}
