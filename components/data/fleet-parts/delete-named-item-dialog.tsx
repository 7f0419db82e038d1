import type { RefObject } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { text } from "#lib/language/text.ts";
import { requestErrorOf } from "../calls/api-problem.ts";

interface DeleteNamedItemDialogProps {
  readonly title: string;
  /** Project whose members share the item; undefined for an item of the user's own. */
  readonly project: string | undefined;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  /** Label of the button that deletes. */
  readonly submit: string;
  readonly onSubmit: () => void;
  /** Reason why the button does nothing now, such as read-only mode or a request under way. */
  readonly disabledReason: string | undefined;
  /** Title shown when the deletion failed. */
  readonly refused: string;
  readonly error: unknown;
}

/** Dialog that asks for confirmation before something is deleted to which a user gave a name. */
export function DeleteNamedItemDialog({ title, project, opener, onClose, ...rest }: DeleteNamedItemDialogProps) {
  const { submit, onSubmit, disabledReason, refused, error } = rest;
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      title={title}
      description={
        project === undefined
          ? text("It is yours alone. No cluster is changed.")
          : text("Everybody in the project {project} loses it. No cluster is changed.", { project })
      }
      footer={
        <>
          <DialogClose asChild>
            <Button>{text("Cancel")}</Button>
          </DialogClose>
          <Button variant="primary" disabledReason={disabledReason} onClick={onSubmit}>
            {submit}
          </Button>
        </>
      }
    >
      {error !== null && (
        <Notice hue="negative" title={refused} live>
          {requestErrorOf(error).detail}
        </Notice>
      )}
    </Dialog>
  );
}
