"use client";

import type { RefObject } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { text } from "#lib/language/text.ts";

interface SecretDialogProps {
  readonly secret: string;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** The one time that a secret is seen. */
export function SecretDialog({ secret, opener, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      opener={opener}
      title={text("The secret of this webhook")}
      description={text("Almanac shows it this once. The receiver checks signatures with it.")}
      footer={
        <>
          <CopyButton text={secret} label={text("Copy secret")} />
          <DialogClose asChild>
            <Button variant="primary">{text("Done")}</Button>
          </DialogClose>
        </>
      }
    >
      <p className="rounded-control bg-surface px-3 py-2 font-mono text-sm break-all">{secret}</p>
    </Dialog>
  );
}
