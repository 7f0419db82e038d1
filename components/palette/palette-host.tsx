"use client";

import { useEffect } from "react";
import { closePalette, openPalette, typedForPalette, usePaletteOpener } from "#components/data/keys/palette-dialog.ts";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LazyField } from "#components/ui/lazy-field.tsx";
import { useAttendedIdle } from "#components/ui/state/use-idle.ts";

const Palette = lazyComponent(async () => (await import("./palette.tsx")).Palette);

/** Listens to the palette's keys, and loads it at the first user activity or a few seconds later. */
export function PaletteHost() {
  const opener = usePaletteOpener();
  const attended = useAttendedIdle();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // Not above open overlays; an editor may use the key itself.
      if (event.defaultPrevented || document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return;
      event.preventDefault();
      if (!typedForPalette.isAwaited) openPalette();
      // Pressing the keys again closes it, as in the palette itself; a repeat of a held key does not count.
      else if (!event.repeat) closePalette();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  // On pages with their own search, the key belongs to that.
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
