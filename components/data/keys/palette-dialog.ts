import { createStateStore, useStateStore } from "#components/ui/state/store.ts";
import { TypeAheadBuffer } from "#components/ui/state/type-ahead-buffer.ts";

/** Element that had the focus when the command palette was opened; undefined while the palette is closed. */
const opener = createStateStore<HTMLElement | null | undefined>(undefined);

/** Buffer for keys that the user presses before the command palette has loaded. */
export const typedBeforePaletteLoaded = new TypeAheadBuffer();

export function openPalette(): void {
  const { activeElement } = document;
  opener.set(activeElement instanceof HTMLElement ? activeElement : null);
}

export function closePalette(): void {
  opener.set(undefined);
}

export function usePaletteOpener(): HTMLElement | null | undefined {
  return useStateStore(opener);
}
