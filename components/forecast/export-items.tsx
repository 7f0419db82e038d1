"use client";

import { Braces, CalendarDays, Table2, Terminal } from "lucide-react";
import { use } from "react";
import { PrintItem } from "#components/data/export/print-item.tsx";
import { useAddressPrefix } from "#components/ui/address/address-prefix.tsx";
import { MenuItem, MenuLabel } from "#components/ui/overlay/menu.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { kubectlOf } from "#lib/view/export/clusters-files.ts";
import { countOf } from "#lib/words/count.ts";
import { ExportContext } from "./export-context.ts";

export function ExportItems() {
  const { query, count, rows } = use(ExportContext);
  const search = formatFleetQuery(query).replace(/^\?/, "");
  const prefix = useAddressPrefix();
  const toast = useToast();
  const file = (path: string, more: string) =>
    `${prefix}${path}?${[search, more].filter((part) => part !== "").join("&")}`;
  const files = [
    { label: "Table (CSV)", icon: <Table2 aria-hidden />, href: file("/api/forecast", "format=csv&download=1") },
    { label: "JSON", icon: <Braces aria-hidden />, href: file("/api/forecast", "format=json&download=1") },
    { label: "Calendar (iCal)", icon: <CalendarDays aria-hidden />, href: file("/api/calendar", "") },
  ];
  const copy = () =>
    navigator.clipboard.writeText(kubectlOf(rows)).then(
      () => toast({ id: "export", kind: "success", title: `Copied kubectl for ${countOf(rows.length, "cluster")}` }),
      () => toast({ id: "export", kind: "error", title: "The browser did not allow copying" }),
    );
  return (
    <>
      <MenuLabel>{count === undefined ? "The clusters shown" : `${countOf(count, "cluster")}, as filtered`}</MenuLabel>
      {files.map(({ label, icon, href }) => (
        <MenuItem key={label} asChild>
          <a href={href} download>
            {icon}
            {label}
          </a>
        </MenuItem>
      ))}
      <MenuItem onSelect={() => void copy()}>
        <Terminal aria-hidden />
        Copy as kubectl
      </MenuItem>
      <PrintItem />
    </>
  );
}
