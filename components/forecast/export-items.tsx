"use client";

import { use } from "react";
import { useAddressPrefix } from "#components/ui/address/address-prefix.tsx";
import { MenuItem, MenuLabel } from "#components/ui/overlay/menu.tsx";
import { formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { formatNumber } from "#lib/words/count.ts";
import { ExportContext } from "./export-context.ts";

export function ExportItems() {
  const { query, count } = use(ExportContext);
  const search = formatFleetQuery(query).replace(/^\?/, "");
  const prefix = useAddressPrefix();
  const file = (path: string, more: string) =>
    `${prefix}${path}?${[search, more].filter((part) => part !== "").join("&")}`;
  const files = [
    { label: "Table (CSV)", href: file("/api/forecast", "format=csv&download=1") },
    { label: "JSON", href: file("/api/forecast", "format=json&download=1") },
    { label: "Calendar (iCal)", href: file("/api/calendar", "") },
  ];
  return (
    <>
      <MenuLabel>
        {count === undefined ? "The clusters shown" : `${formatNumber(count)} clusters, as filtered`}
      </MenuLabel>
      {files.map(({ label, href }) => (
        <MenuItem key={label} asChild>
          <a href={href} download>
            {label}
          </a>
        </MenuItem>
      ))}
    </>
  );
}
