import { createStateStore, useStateStore } from "#components/ui/state/store.ts";
import { TypedAhead } from "#components/ui/state/typed-ahead.ts";

/** Element that had the focus when the palette was opened; undefined while it is closed. */
const opener = createStateStore<HTMLElement | null | undefined>(undefined);

/** Keystrokes for the palette before it has loaded. */
export const typedForPalette = new TypedAhead();

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
