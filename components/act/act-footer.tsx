import type { RefObject } from "react";
import { Button } from "#components/ui/button.tsx";
import { text } from "#lib/language/text.ts";
import type { ActConfirmation } from "./use-act-confirmation.ts";

interface ActFooterProps {
  readonly words: string;
  readonly danger: boolean;
  readonly confirmation: ActConfirmation;
  readonly cancelRef: RefObject<HTMLButtonElement | null>;
  readonly confirmRef: RefObject<HTMLButtonElement | null>;
  readonly onCancel: () => void;
}

/** The way out, and the button that sends it. What is still missing stands beside the button, not only in its tip. */
export function ActFooter({ words, danger, confirmation, cancelRef, confirmRef, onCancel }: ActFooterProps) {
  const { preview, obstacle, sending, confirm } = confirmation;
  return (
    <>
      {preview && obstacle !== undefined && !sending && (
        <p aria-hidden className="mr-auto min-w-0 flex-1 text-sm text-pretty text-tertiary max-sm:basis-32">
          {obstacle}
        </p>
      )}
      <Button ref={cancelRef} variant="ghost" onClick={onCancel}>
        {text("Cancel")}
      </Button>
      <Button
        ref={confirmRef}
        variant={danger ? "danger" : "primary"}
        aria-busy={sending}
        disabledReason={obstacle}
        onClick={confirm}
      >
        {sending ? text("Sending") : words}
      </Button>
    </>
  );
}
