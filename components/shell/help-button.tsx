"use client";

import { CircleHelp } from "lucide-react";
import { Suspense, useRef } from "react";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useStateStore } from "#components/ui/state/store.ts";
import { text } from "#lib/language/text.ts";
import { helpDialog, openHelp } from "./open-help.ts";

const HelpDialog = lazyComponent(async () => (await import("./help-dialog.tsx")).HelpDialog);

/** Help button, always at the same place; the dialog is loaded on demand. */
export function HelpButton() {
  const open = useStateStore(helpDialog);
  const button = useRef<HTMLButtonElement>(null);
  useShortcut("?", openHelp);
  return (
    <>
      <Button ref={button} variant="ghost" size="iconSm" aria-label={text("Help")} onClick={openHelp}>
        <CircleHelp aria-hidden />
      </Button>
      <Suspense>{open && <HelpDialog opener={button} onClose={() => helpDialog.set(false)} />}</Suspense>
    </>
  );
}
