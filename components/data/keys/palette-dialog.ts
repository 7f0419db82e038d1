import { createStore, useStore } from "#components/ui/state/store.ts";
import { TypedAhead } from "#components/ui/state/typed-ahead.ts";

/** What had the focus when the palette was asked for; undefined while it is closed. */
const opener = createStore<HTMLElement | null | undefined>(undefined);

/** What is typed for the palette before it is there. */
export const typedForPalette = new TypedAhead();

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
