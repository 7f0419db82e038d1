"use client";

import { CircleHelp } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useShortcut } from "#components/ui/use-shortcut.ts";

const HelpDialog = lazy(async () => ({ default: (await import("./help-dialog.tsx")).HelpDialog }));

/** Always at the same place; what it opens is loaded when it is wanted. */
export function HelpButton() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  useShortcut("?", show);
  return (
    <>
      <Button variant="ghost" size="iconSm" aria-label="Help" onClick={show}>
        <CircleHelp aria-hidden />
      </Button>
      <Suspense>{wanted && <HelpDialog open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
