"use client";

import { CircleHelp } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { latePart } from "#components/ui/late-part.tsx";
import { useShortcut } from "#components/ui/state/use-shortcut.ts";

const HelpDialog = latePart(async () => (await import("./help-dialog.tsx")).HelpDialog);

/** Always at the same place; what it opens is loaded when it is wanted. */
export function HelpButton() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  useShortcut("?", show);
  return (
    <>
      <Button ref={button} variant="ghost" size="iconSm" aria-label="Help" onClick={show}>
        <CircleHelp aria-hidden />
      </Button>
      <Suspense>{wanted && <HelpDialog opener={button} open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
