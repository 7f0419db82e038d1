import { useMutation, useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { ApiProblem, requestErrorOf } from "#components/data/calls/api-problem.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmationPhraseField } from "#components/ui/form/confirmation-phrase-field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { isPhraseMistyped } from "#lib/act/plan/consent.ts";
import type { ProfileChangeResponse } from "#lib/contract/versions.ts";
import { text } from "#lib/language/text.ts";

interface ProfileChangeDialogProps {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly verb: string;
  /** Text to type before a change with consequences for many; undefined where a click is enough. */
  readonly phrase?: string;
  /** The dry run. */
  readonly tried: {
    readonly queryKey: readonly unknown[];
    readonly queryFn: () => Promise<ProfileChangeResponse>;
  };
  /** Version that was read; undefined for a new profile. */
  readonly resourceVersion: string | undefined;
  readonly send: () => Promise<unknown>;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  /** Called if the profile has changed since it was read, so that the draft must be merged with the new one. */
  readonly onReread: (() => void) | undefined;
  readonly onApplied: () => void;
}

/** Dialog that changes or creates a profile once a dry run has succeeded. */
export function ProfileChangeDialog(props: ProfileChangeDialogProps) {
  const { name, title, description, verb, phrase, resourceVersion, opener, onClose, onReread } = props;
  const [typed, setTyped] = useState("");
  const tried = useQuery({ ...props.tried, retry: false, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });
  const applied = useMutation({
    mutationFn: props.send,
    onSuccess: () => {
      onClose();
      props.onApplied();
    },
  });
  const reread =
    onReread &&
    (() => {
      onClose();
      onReread();
    });
  const fault = applied.error ?? tried.error;
  const obstacle = !tried.isSuccess
    ? tried.isPending
      ? text("The garden is being asked first.")
      : text("The garden would refuse this.")
    : applied.isPending
      ? text("The change is being sent.")
      : phrase === undefined || typed.trim() === phrase
        ? undefined
        : text("Type “{phrase}” first.", { phrase });
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      title={title}
      description={description}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="ghost">{text("Cancel")}</Button>
          </DialogClose>
          <Button
            variant={phrase === undefined ? "primary" : "danger"}
            aria-busy={applied.isPending}
            disabledReason={obstacle}
            onClick={() => applied.mutate()}
          >
            {applied.isPending ? text("Sending") : verb}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {fault === null && (
          <ChangeResult
            pending={tried.isPending}
            warnings={tried.data?.warnings ?? []}
            resourceVersion={resourceVersion}
          />
        )}
        {fault !== null && <Refusal name={name} error={fault} onReread={reread} />}
        {phrase !== undefined && (
          <ConfirmationPhraseField
            phrase={phrase}
            typed={typed}
            wrong={isPhraseMistyped(phrase, typed)}
            onType={setTyped}
          />
        )}
      </div>
    </Dialog>
  );
}

interface ChangeResultProps {
  readonly pending: boolean;
  readonly warnings: readonly string[];
  /** Version on which the dry run was made; undefined for a new profile. */
  readonly resourceVersion: string | undefined;
}

function ChangeResult({ pending, warnings, resourceVersion }: ChangeResultProps) {
  if (pending) return <p className="text-base text-secondary">{text("Asking the garden what it would say…")}</p>;
  return (
    <Notice hue={warnings.length > 0 ? "caution" : "info"} title={text("The garden would accept this")} live>
      <p>
        {resourceVersion === undefined
          ? text("A dry run had no objection.")
          : text("A dry run on version {resourceVersion} had no objection.", { resourceVersion })}
      </p>
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Notice>
  );
}

interface RefusalProps {
  readonly name: string;
  readonly error: Error;
  /** Undefined for a new profile, which nobody else can have changed. */
  readonly onReread: (() => void) | undefined;
}

function Refusal({ name, error, onReread }: RefusalProps) {
  const { reason, detail, gardenMessage } = requestErrorOf(error);
  const causes = error instanceof ApiProblem ? (error.problem?.causes ?? []) : [];
  if (reason === "conflict" && onReread !== undefined) {
    return (
      <Notice
        hue="caution"
        title={text("{name} has changed since you read it", { name })}
        live
        act={{ label: text("Read it again"), run: onReread }}
      >
        {text(
          "Nothing was written. Reload: your change is applied to the current profile, and its effect is calculated again.",
        )}
      </Notice>
    );
  }
  return (
    <Notice hue="negative" title={text("The garden refuses this")} live>
      {causes.length > 0 ? (
        <ul className="list-disc pl-4">
          {causes.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <code className="text-sm">{field}</code>: {message}
            </li>
          ))}
        </ul>
      ) : (
        <p>{gardenMessage ?? detail}</p>
      )}
    </Notice>
  );
}
