"use client";

import { useUrlQuery, writeUrlQuery } from "#components/data/address/url-query.ts";
import { densityStorageKey } from "#components/ui/appearance/appearance-script.ts";
import { writeTaste } from "#components/ui/appearance/taste.ts";
import {
  MenuCheckboxItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from "#components/ui/overlay/menu.tsx";
import { columnsFor, fleetColumns } from "./columns.tsx";
import { densities, useDensity } from "./use-density.ts";

const densityWords = { compact: "Compact", cosy: "Cosy", comfortable: "Comfortable" } as const;

/** Columns are part of the address; density is taste and stays in this browser. */
export function ViewItems() {
  const query = useUrlQuery();
  const density = useDensity();
  const shown = columnsFor(query.columns).map(({ key }) => key);
  const toggle = (key: string) => {
    const next = fleetColumns.map((column) => column.key).filter((each) => shown.includes(each) !== (each === key));
    const { columns: _, ...rest } = query;
    const isDefault =
      columnsFor(undefined)
        .map((column) => column.key)
        .join() === next.join();
    writeUrlQuery(isDefault ? rest : { ...query, columns: next }, "push");
  };
  return (
    <>
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
    </>
  );
}
