import type { RefObject } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { AccountChangeOf } from "#lib/contract/project/accounts.ts";
import { text } from "#lib/language/text.ts";
import { failureTitleOf, useAccountChange } from "./use-account-change.ts";

export interface AccountDeletionTask {
  readonly kind: "delete";
  readonly change: AccountChangeOf<"delete"> | AccountChangeOf<"delete-identity">;
  readonly name: string;
  /** What goes, in a sentence. */
  readonly effect: string;
  /** What else has to be known, such as clusters that the user does not see. */
  readonly note?: string | undefined;
}

interface DeleteAccountDialogProps {
  readonly project: string;
  readonly task: AccountDeletionTask;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Dialog that deletes an account. Gardener removes it once nothing needs it. */
export function DeleteAccountDialog({ project, task, opener, onClose }: DeleteAccountDialogProps) {
  const { name, effect, note, change } = task;
  const toast = useToast();
  const changing = useAccountChange(project);
  const remove = () =>
    changing.mutate(() => change, {
      onSuccess: () => {
        toast({ kind: "success", id: "account", title: text("The garden deletes the account {name}", { name }) });
        onClose();
      },
    });
  return (
    <Dialog
      alert
      onClose={onClose}
      opener={opener}
      title={text("Delete the account {name}?", { name })}
      description={effect}
      footer={
        <>
          <DialogClose asChild>
            <Button>{text("Cancel")}</Button>
          </DialogClose>
          <Button
            variant="danger"
            disabledReason={changing.isPending ? text("The request is on its way.") : undefined}
            onClick={remove}
          >
            {text("Delete account")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {note !== undefined && <p className="text-base text-pretty text-secondary">{note}</p>}
        {changing.isError && (
          <Notice hue="negative" title={failureTitleOf(changing.error, text("The account was not deleted"))} live>
            {requestErrorOf(changing.error).detail}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
