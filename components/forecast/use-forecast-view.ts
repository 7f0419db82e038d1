"use client";

import { useMemo } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { type FleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import {
  isForcedAsked,
  minorWithin30,
  type RiskHistogram,
  riskHistogram,
  withoutForced,
} from "#lib/view/forecast/risk-histogram.ts";
import { type StuckCounts, type StuckLink, stuckBoard, stuckCounts } from "#lib/view/forecast/stuck-board.ts";

interface ForecastView {
  readonly histogram: RiskHistogram;
  readonly minor: { readonly all: number; readonly production: number };
  readonly links: readonly StuckLink[];
  readonly stuck: StuckCounts;
  /** The clusters that the query selects but for its time: the weeks are the table's own columns. */
  readonly anyTime: readonly FleetRow[];
}

/**
 * What the parts of the page are drawn from. A part that chooses something counts regardless of that choice, so that each
 * number is the number of clusters behind its link.
 */
export function useForecastView(
  rows: readonly FleetRow[],
  query: FleetQuery,
  { context, selected }: { readonly context: FleetContext; readonly selected: readonly FleetRow[] },
): ForecastView {
  const { now } = context;
  return useMemo(() => {
    const select = (other: FleetQuery) => filterFleet(rows, other, context);
    const base = isForcedAsked(query) ? select(withoutForced(query)) : selected;
    return {
      histogram: riskHistogram(base, now),
      minor: minorWithin30(base, now),
      links: stuckBoard(base, now),
      stuck: stuckCounts(base, now),
      anyTime: query.filters.has("forceIn") ? select(withFilter(query, "forceIn", [])) : selected,
    };
  }, [rows, query, context, selected, now]);
}
