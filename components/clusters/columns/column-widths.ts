"use client";

import { useMemo } from "react";
import { useBrowserSetting, writeBrowserSetting } from "#components/ui/appearance/taste.ts";
import { type ColumnWidths, formatColumnWidths, parseColumnWidths } from "#lib/view/grid/column-layout.ts";

/** Storage name of the column widths. They are not in the URL, because suitable widths depend on the screen. */
const storageKey = "widths";

/** Returns the column widths that the user has set in this browser; empty if none. */
export function useColumnWidths(): ColumnWidths {
  const kept = useBrowserSetting(storageKey) ?? "";
  return useMemo(() => parseColumnWidths(kept), [kept]);
}

export function storeColumnWidths(widths: ColumnWidths): void {
  writeBrowserSetting(storageKey, formatColumnWidths(widths) || undefined);
}
