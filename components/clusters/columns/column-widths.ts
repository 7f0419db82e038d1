"use client";

import { useMemo } from "react";
import { useTaste, writeTaste } from "#components/ui/appearance/taste.ts";
import { type ColumnWidths, formatColumnWidths, parseColumnWidths } from "#lib/view/grid/column-layout.ts";

/** Stored in this browser, not in the URL: a suitable column width depends on the screen. */
const storageKey = "widths";

/** Empty if the user has not chosen any width. */
export function useColumnWidths(): ColumnWidths {
  const kept = useTaste(storageKey) ?? "";
  return useMemo(() => parseColumnWidths(kept), [kept]);
}

export function storeColumnWidths(widths: ColumnWidths): void {
  writeTaste(storageKey, formatColumnWidths(widths) || undefined);
}
