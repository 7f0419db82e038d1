import { type RefObject, useRef, useState } from "react";
import { useSignOut } from "#components/data/session/use-sign-out.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import type { SessionInfo } from "#lib/contract/session.ts";
import { text } from "#lib/language/text.ts";

/** Button that ends all sessions of the user, with a confirmation. */
export function SignOutEverywhere({ session }: { readonly session: SessionInfo }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        size="sm"
        aria-haspopup="dialog"
        disabledReason={unavailableReason(session)}
        onClick={() => setOpen(true)}
      >
        {text("Sign out everywhere…")}
      </Button>
      {open && <SignOutEverywhereDialog opener={button} onClose={() => setOpen(false)} />}
    </>
  );
}

function unavailableReason({ signsOutEverywhere, readOnly }: SessionInfo): string | undefined {
  if (readOnly)
    return text("This Almanac is in read-only mode, and would have to store that your sessions have ended.");
  if (signsOutEverywhere) return undefined;
  return text("Almanac has no credential of its own in this garden to note that your sessions have ended.");
}

interface SignOutEverywhereDialogProps {
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

function SignOutEverywhereDialog({ opener, onClose }: SignOutEverywhereDialogProps) {
  const leaving = useSignOut();
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      title={text("Sign out everywhere")}
      description={text(
        "Ends all your sessions in this garden, in every browser, this one included. What was typed elsewhere and not sent stays on those pages.",
      )}
      footer={
        <>
          <DialogClose asChild>
            <Button>{text("Cancel")}</Button>
          </DialogClose>
          <Button
            variant="primary"
            disabledReason={leaving.isPending ? text("The request is on its way.") : undefined}
            onClick={() => leaving.mutate("everywhere")}
          >
            {text("Sign out everywhere")}
          </Button>
        </>
      }
    >
      <p className="text-sm text-pretty text-secondary">
        {text("Kubeconfigs, tokens of service accounts and calendar feeds are no sessions: they stay valid.")}
      </p>
    </Dialog>
  );
}
