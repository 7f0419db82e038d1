"use client";

import { createStore, useStore } from "#components/ui/state/store.ts";

/** What had the focus when the palette was asked for; undefined while it is closed. */
const opener = createStore<HTMLElement | null | undefined>(undefined);

export function openPalette(): void {
  const { activeElement } = document;
  opener.set(activeElement instanceof HTMLElement ? activeElement : null);
}

export function closePalette(): void {
  opener.set(undefined);
}

export function usePaletteOpener(): HTMLElement | null | undefined {
  return useStore(opener);
}
