"use client";

import { useMemo } from "react";
import { createStore, useStore } from "#components/ui/state/store.ts";
import { type ColumnWidths, formatColumnWidths, parseColumnWidths } from "#lib/view/grid/column-layout.ts";

/** Of this browser and of no address: how wide a column should be depends on the screen. */
const storageKey = "almanac.widths";

const kept = createStore("", () => {
  kept.set(read());
  const hear = () => kept.set(read());
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
});

function read(): string {
  try {
    return localStorage.getItem(storageKey) ?? "";
  } catch {
    // Storage can be forbidden by the browser: widths then last until the page is left.
    return kept.get();
  }
}

/** None where nobody has chosen any. */
export function useColumnWidths(): ColumnWidths {
  const text = useStore(kept);
  return useMemo(() => parseColumnWidths(text), [text]);
}

export function keepColumnWidths(widths: ColumnWidths): void {
  const text = formatColumnWidths(widths);
  try {
    if (text === "") localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, text);
  } catch {
    // As above.
  }
  kept.set(text);
}
