"use client";

import { use, useMemo } from "react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { useClocks } from "#components/data/address/use-clock.ts";
import { ExportListItems } from "#components/data/export/export-list-items.tsx";
import { ListToExportContext } from "#components/data/export/list-to-export.ts";
import { useOnlookerAt } from "#components/data/session/use-onlooker.ts";
import { formatScreenQuery, withPanel } from "#lib/fleet/fleet-query.ts";
import { clustersFiles, type ExportedColumn } from "#lib/view/export/clusters-files.ts";
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
      noun: ["cluster", "clusters"] as const,
      kubectl: true,
      make: () => {
        const speech = { now: Date.now(), clockFor, onlookerAt };
        const columns = shown
          .filter(({ key }) => key !== "name")
          .map(
            ({ key, label, light }): ExportedColumn => ({
              key,
              label,
              textOf: (row) =>
                light(row, speech)
                  .map((part) => part?.text ?? "")
                  .join(" ")
                  .trim(),
            }),
          );
        return clustersFiles(rows, {
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
