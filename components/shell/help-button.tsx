"use client";

import { CircleHelp } from "lucide-react";
import { Suspense, useRef } from "react";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useStateStore } from "#components/ui/state/store.ts";
import { text } from "#lib/language/text.ts";
import { isHelpDialogOpenStore, openHelp } from "./open-help.ts";

const HelpDialog = lazyComponent(async () => (await import("./help-dialog.tsx")).HelpDialog);

/** Button that opens the help dialog, whose code is loaded on demand. */
export function HelpButton() {
  const open = useStateStore(isHelpDialogOpenStore);
  const button = useRef<HTMLButtonElement>(null);
  useShortcut("?", openHelp);
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="iconSm"
        title={text("Help")}
        aria-label={text("Help")}
        onClick={openHelp}
      >
        <CircleHelp aria-hidden />
      </Button>
      <Suspense>{open && <HelpDialog opener={button} onClose={() => isHelpDialogOpenStore.set(false)} />}</Suspense>
    </>
  );
}
