"use client";

import { Search } from "lucide-react";
import { useSyncExternalStore } from "react";
import { openPalette } from "#components/data/keys/palette-dialog.ts";
import { Button } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { text } from "#lib/language/text.ts";

const never = () => () => undefined;

/** Button that opens the command palette and shows its shortcut. */
export function PaletteButton() {
  const isMac = useSyncExternalStore(
    never,
    () => /mac/i.test(navigator.platform),
    () => false,
  );
  return (
    <Button
      variant="ghost"
      size="sm"
      id="palette-button"
      title={text("Command palette")}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
      className="max-lg:px-1.5 lg:border lg:border-hairline"
    >
      <Search aria-hidden />
      <span className="max-lg:sr-only">{text("Go to or run")}</span>
      <span aria-hidden className="max-lg:hidden">
        <Kbd>{isMac ? "⌘ K" : text("Ctrl K")}</Kbd>
      </span>
    </Button>
  );
}
