"use client";

import { SlidersHorizontal } from "lucide-react";
import { densityStorageKey } from "#components/ui/appearance-script.ts";
import { Button } from "#components/ui/button.tsx";
import {
  Menu,
  MenuCheckboxItem,
  MenuContent,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from "#components/ui/menu.tsx";
import { writeTaste } from "#components/ui/taste.ts";
import type { FleetQuery } from "#lib/view/fleet-query.ts";
import { columnsFor, fleetColumns } from "./columns.tsx";
import { densities, useDensity } from "./use-density.ts";

const densityWords = { compact: "Compact", cosy: "Cosy", comfortable: "Comfortable" } as const;

interface ViewMenuProps {
  readonly query: FleetQuery;
  readonly onChange: (query: FleetQuery) => void;
}

/** Columns are part of the address; density is taste and stays in this browser. */
export function ViewMenu({ query, onChange }: ViewMenuProps) {
  const density = useDensity();
  const shown = columnsFor(query.columns).map(({ key }) => key);
  const toggle = (key: string) => {
    const next = fleetColumns.map((column) => column.key).filter((each) => shown.includes(each) !== (each === key));
    const { columns: _, ...rest } = query;
    const isDefault =
      columnsFor(undefined)
        .map((column) => column.key)
        .join() === next.join();
    onChange(isDefault ? rest : { ...query, columns: next });
  };
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="md" className="max-md:hidden">
          <SlidersHorizontal aria-hidden />
          View
        </Button>
      </MenuTrigger>
      <MenuContent className="w-56">
        <MenuLabel>Density</MenuLabel>
        <MenuRadioGroup
          value={density}
          onValueChange={(value) => writeTaste(densityStorageKey, "density", value === "compact" ? "system" : value)}
        >
          {densities.map((value) => (
            <MenuRadioItem key={value} value={value} onSelect={(event) => event.preventDefault()}>
              {densityWords[value]}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        <MenuSeparator />
        <MenuLabel>Columns</MenuLabel>
        {fleetColumns.map(({ key, label }) => (
          <MenuCheckboxItem
            key={key}
            checked={shown.includes(key)}
            disabled={key === "name"}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={() => toggle(key)}
          >
            {label}
          </MenuCheckboxItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
