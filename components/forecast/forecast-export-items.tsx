import { Braces, CalendarDays, Table2, Terminal } from "lucide-react";
import { PrintItem } from "#components/data/export/print-item.tsx";
import { useAddressPrefix } from "#components/ui/address/address-prefix-provider.tsx";
import { MenuItem, MenuLabel } from "#components/ui/overlay/menu.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type FleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { kubectlGetCommandOf } from "#lib/view/export/export-clusters.ts";

export interface ExportItemsProps {
  readonly query: FleetQuery;
  /** Clusters that match the query; undefined while the fleet is loading. */
  readonly rows: readonly FleetRow[] | undefined;
}

/** Menu items that export the filtered clusters as files, with all forecast steps of each cluster. */
export function ForecastExportItems({ query, rows }: ExportItemsProps) {
  const search = formatFleetQuery(query).replace(/^\?/, "");
  const prefix = useAddressPrefix();
  const toast = useToast();
  const file = (path: string, more: string) =>
    `${prefix}${path}?${[search, more].filter((part) => part !== "").join("&")}`;
  const files = [
    { label: text("Table (CSV)"), icon: <Table2 aria-hidden />, href: file("/api/forecast", "format=csv&download=1") },
    { label: text("JSON"), icon: <Braces aria-hidden />, href: file("/api/forecast", "format=json&download=1") },
    { label: text("Calendar (iCal)"), icon: <CalendarDays aria-hidden />, href: file("/api/calendar", "") },
  ];
  const copy = () =>
    navigator.clipboard.writeText(kubectlGetCommandOf(rows ?? [])).then(
      () =>
        toast({
          id: "export",
          kind: "success",
          title: text("Copied kubectl for {clusters, plural, one {# cluster} other {# clusters}}", {
            clusters: rows?.length ?? 0,
          }),
        }),
      () => toast({ id: "export", kind: "error", title: text("The browser did not allow copying") }),
    );
  return (
    <>
      <MenuLabel>
        {rows === undefined
          ? text("The clusters shown")
          : text("{clusters, plural, one {# cluster} other {# clusters}}, as filtered", { clusters: rows.length })}
      </MenuLabel>
      {files.map(({ label, icon, href }) => (
        <MenuItem key={href} asChild>
          <a href={href} download>
            {icon}
            {label}
          </a>
        </MenuItem>
      ))}
      <MenuItem onSelect={() => void copy()}>
        <Terminal aria-hidden />
        {text("Copy as kubectl")}
      </MenuItem>
      <PrintItem />
    </>
  );
}
