import { type FormEvent, type ReactNode, type RefObject, useId, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { NameField } from "#components/ui/form/name-field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { text } from "#lib/language/text.ts";
import { requestErrorOf } from "../calls/api-problem.ts";

interface NamedFormProps {
  readonly title: string;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  /** Label of the name; "Name" if absent. */
  readonly nameLabel?: string;
  readonly name: string;
  readonly maxLength: number;
  readonly onName: (name: string) => void;
  readonly children: ReactNode;
  /** Reason why saving is impossible now; also shown beneath the fields. */
  readonly whyNot?: string | undefined;
  /** What the user still has to fill in before the form can be submitted. */
  readonly missing: string | undefined;
  /** Label of the submit button. */
  readonly submit: string;
  readonly onSubmit: () => void;
  /** Title shown when the submission failed. */
  readonly refused: string;
  readonly error: unknown;
}

/** Form in a dialog for something to which the user gives a name. */
export function NamedItemDialogForm({
  title,
  opener,
  onClose,
  nameLabel,
  name,
  maxLength,
  onName,
  children,
  ...rest
}: NamedFormProps) {
  const { whyNot, missing, submit, onSubmit, refused, error } = rest;
  const form = useId();
  const first = useRef<HTMLInputElement>(null);
  const reason = whyNot ?? missing;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reason === undefined) onSubmit();
  };
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      firstFocus={first}
      title={title}
      footer={
        <>
          <DialogClose asChild>
            <Button>{text("Cancel")}</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" disabledReason={reason}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} className="flex flex-col gap-4 pt-1">
        <NameField label={nameLabel} control={first} name={name} maxLength={maxLength} onName={onName} />
        {children}
        {whyNot !== undefined && <p className="text-sm text-pretty text-secondary">{whyNot}</p>}
        {error !== null && (
          <Notice hue="negative" title={refused} live>
            {requestErrorOf(error).detail}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
