"use client";

import { useMemo } from "react";
import { useTaste, writeTaste } from "#components/ui/appearance/taste.ts";
import { type ColumnWidths, formatColumnWidths, parseColumnWidths } from "#lib/view/grid/column-layout.ts";

/** Of this browser and of no address: how wide a column should be depends on the screen. */
const keptAs = "widths";

/** None where nobody has chosen any. */
export function useColumnWidths(): ColumnWidths {
  const kept = useTaste(keptAs) ?? "";
  return useMemo(() => parseColumnWidths(kept), [kept]);
}

export function keepColumnWidths(widths: ColumnWidths): void {
  writeTaste(keptAs, formatColumnWidths(widths) || undefined);
}
