"use client";

import { useEffect } from "react";
import { yieldToPage } from "#components/ui/yield-to-page.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetContext } from "#lib/view/fleet-context.ts";
import { prepareRow } from "#lib/view/fleet-facets.ts";

/** Fewer are worked out when they are asked for, and nobody notices. */
const largeFleet = 1_000;
/** Rows per task: some 5 ms of them. */
const sliceSize = 200;

/**
 * Works out ahead, slice by slice, what filters, counts and orders ask of every row of a large fleet: the first of them
 * would otherwise hold the page up. Rows that are prepared already cost nothing.
 */
export function usePreparedRows(rows: readonly FleetRow[] | undefined, context: FleetContext): void {
  useEffect(() => {
    if (rows === undefined || rows.length < largeFleet) return;
    const stop = new AbortController();
    void prepare(rows, context, stop.signal);
    return () => stop.abort();
  }, [rows, context]);
}

async function prepare(rows: readonly FleetRow[], context: FleetContext, signal: AbortSignal): Promise<void> {
  for (let place = 0; place < rows.length; place += sliceSize) {
    await yieldToPage();
    if (signal.aborted) return;
    for (const row of rows.slice(place, place + sliceSize)) prepareRow(row, context);
  }
}
