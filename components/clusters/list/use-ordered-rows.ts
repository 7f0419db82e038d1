"use client";

import { useMemo } from "react";
import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { SortTerm } from "#lib/fleet/fields/field-names.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { sortFleet } from "#lib/fleet/fleet-sort.ts";

/** The whole fleet in the order asked for: what is selected of it, letter by letter, is in order already. */
export function useOrderedRows(rows: readonly FleetRow[] | undefined, sort: readonly SortTerm[]): readonly FleetRow[] {
  const hour = useNow(3_600_000);
  return useMemo(() => sortFleet(rows ?? [], sort, { windowBegin: nextBegins(hour) }), [rows, sort, hour]);
}

/** When windows begin next: ten thousand clusters have a few hundred windows. */
function nextBegins(now: number): (row: FleetRow) => number | undefined {
  const known = new Map<string, number | undefined>();
  return ({ window }) => {
    const key = `${window?.begin} ${window?.end}`;
    if (!known.has(key)) known.set(key, rowWindow(window, now)?.beginMs);
    return known.get(key);
  };
}
