"use client";

import { Download } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "#components/ui/overlay/menu.tsx";
import { type FleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { formatNumber } from "#lib/words/count.ts";

interface ExportMenuProps {
  readonly query: FleetQuery;
  /** How many clusters the files hold. */
  readonly count: number | undefined;
}

/** The same clusters and filters as files: every step, not only the first. */
export function ExportMenu({ query, count }: ExportMenuProps) {
  const search = formatFleetQuery(query).replace(/^\?/, "");
  const file = (path: string, more: string) => `${path}?${[search, more].filter((part) => part !== "").join("&")}`;
  const files = [
    { label: "Table (CSV)", href: file("/api/forecast", "format=csv&download=1") },
    { label: "JSON", href: file("/api/forecast", "format=json&download=1") },
    { label: "Calendar (iCal)", href: file("/api/calendar", "") },
  ];
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button>
          <Download aria-hidden />
          Export
        </Button>
      </MenuTrigger>
      <MenuContent>
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
      </MenuContent>
    </Menu>
  );
}
