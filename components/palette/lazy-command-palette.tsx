"use client";

import { useEffect } from "react";
import {
  closePalette,
  openPalette,
  typedBeforePaletteLoaded,
  usePaletteOpener,
} from "#components/data/keys/palette-dialog.ts";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LazyField } from "#components/ui/lazy-field.tsx";
import { useIsPageIdleAfterActivity } from "#components/ui/state/use-idle.ts";

const Palette = lazyComponent(async () => (await import("./palette.tsx")).Palette);

/** Handles the keys of the command palette, and loads its code at the first user activity or some seconds later. */
export function LazyCommandPalette() {
  const opener = usePaletteOpener();
  const attended = useIsPageIdleAfterActivity();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // The palette does not open above dialogs and menus; an editor may use the same key itself.
      if (event.defaultPrevented || document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return;
      event.preventDefault();
      if (!typedBeforePaletteLoaded.isAwaited) openPalette();
      // Pressing the keys again closes it, as in the palette itself; a repeat of a held key does not count.
      else if (!event.repeat) closePalette();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  // On pages with a search box the key `/` moves the focus to that box instead.
  useShortcut("/", () => {
    if (!document.querySelector("main search")) openPalette();
  });
  const isWanted = opener !== undefined;
  return (
    <LazyField typed={typedBeforePaletteLoaded} open={isWanted} onCancel={closePalette}>
      {(attended || isWanted) && <Palette opener={opener} />}
    </LazyField>
  );
}
