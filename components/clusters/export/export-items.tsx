"use client";

import { Braces, Table2, Terminal } from "lucide-react";
import { use } from "react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { useClocks } from "#components/data/address/use-clock.ts";
import { useOnlookerAt } from "#components/data/session/use-onlooker.ts";
import { MenuItem, MenuLabel } from "#components/ui/overlay/menu.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { csvOf } from "#lib/act/bulk/run-csv.ts";
import { formatScreenQuery, withPanel } from "#lib/fleet/fleet-query.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { type ExportedColumn, exportTable, kubectlOf } from "#lib/view/grid/list-export.ts";
import { countOf } from "#lib/words/count.ts";
import { ListedContext } from "./listed.ts";

/** The list as it is shown, to take along: its clusters in their order, its columns, its clock. */
export function ExportItems() {
  const { rows, columns: shown } = use(ListedContext);
  const query = useUrlQuery();
  const clockFor = useClocks();
  const onlookerAt = useOnlookerAt();
  const toast = useToast();
  const made = () => {
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
    const filter = formatScreenQuery(withPanel(query, undefined));
    return exportTable(rows, { columns, filter, at: formatInstant(speech.now) });
  };
  const copy = () =>
    navigator.clipboard.writeText(kubectlOf(rows)).then(
      () => toast({ id: "kubectl", kind: "success", title: `Copied kubectl for ${countOf(rows.length, "cluster")}` }),
      () => toast({ id: "kubectl", kind: "error", title: "The browser did not allow copying" }),
    );
  return (
    <>
      <MenuLabel>{countOf(rows.length, "cluster")}, as shown</MenuLabel>
      <MenuItem onSelect={() => save("clusters.csv", { type: "text/csv", text: csvOf(made().table) })}>
        <Table2 aria-hidden />
        Table (CSV)
      </MenuItem>
      <MenuItem
        onSelect={() =>
          save("clusters.json", { type: "application/json", text: JSON.stringify(made().document, undefined, 2) })
        }
      >
        <Braces aria-hidden />
        JSON
      </MenuItem>
      <MenuItem onSelect={() => void copy()}>
        <Terminal aria-hidden />
        Copy as kubectl
      </MenuItem>
    </>
  );
}

function save(fileName: string, { type, text }: { readonly type: string; readonly text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
