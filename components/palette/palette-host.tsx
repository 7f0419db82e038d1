"use client";

import { useEffect } from "react";
import { closePalette, openPalette, typedForPalette, usePaletteOpener } from "#components/data/keys/palette-dialog.ts";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LazyField } from "#components/ui/lazy-field.tsx";
import { useAttendedIdle } from "#components/ui/state/use-idle.ts";

const Palette = lazyComponent(async () => (await import("./palette.tsx")).Palette);

/** Hears the keys of the palette, and loads it once somebody moves in the page, or a few seconds later. */
export function PaletteHost() {
  const opener = usePaletteOpener();
  const attended = useAttendedIdle();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // What is open is finished first; an editor may have a meaning of its own for the key.
      if (event.defaultPrevented || document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return;
      event.preventDefault();
      if (!typedForPalette.isAwaited) openPalette();
      // As in the palette itself; a key that is held down was pressed once.
      else if (!event.repeat) closePalette();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  // Where the page has a search of its own, that one is meant.
  useShortcut("/", () => {
    if (!document.querySelector("main search")) openPalette();
  });
  const isWanted = opener !== undefined;
  return (
    <LazyField typed={typedForPalette} open={isWanted} onCancel={closePalette}>
      {(attended || isWanted) && <Palette opener={opener} />}
    </LazyField>
  );
}
