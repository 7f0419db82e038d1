import { useMutation, useQuery } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { ApiProblem, requestErrorOf } from "#components/data/calls/api-problem.ts";
import { changeProfile, previewProfileChange } from "#components/data/queries/versions-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmationPhraseField } from "#components/ui/form/confirmation-phrase-field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { isPhraseMistyped } from "#lib/act/plan/consent.ts";
import type { ProfileChangeRequest, ProfileDetail } from "#lib/contract/versions.ts";
import { text } from "#lib/language/text.ts";

interface ApplyChangeProps {
  readonly detail: ProfileDetail;
  readonly patch: Readonly<Record<string, unknown>> | undefined;
  readonly hasFaults: boolean;
  /** Called if the CloudProfile has changed since it was read, so that the draft must be merged with the new one. */
  readonly onReread: () => void;
  readonly onApplied: () => void;
}

/** Button that opens the dialog to apply a CloudProfile change; disabled with a reason if that is impossible. */
export function ApplyProfileChangeButton({ detail, patch, hasFaults, onReread, onApplied }: ApplyChangeProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [body, setBody] = useState<ProfileChangeRequest>();
  const readOnly = useReadOnlyReason();
  const { name, uid, resourceVersion } = detail.profile.metadata;
  const obstacle =
    readOnly ??
    (!detail.permissions.patch
      ? text("You are not permitted to patch cloudprofiles: {name} can be changed by the garden's operators.", { name })
      : hasFaults
        ? text("The API server would refuse this: see the validation.")
        : patch === undefined
          ? text("Nothing has been changed yet.")
          : undefined);
  return (
    <>
      <Button
        ref={opener}
        variant="primary"
        disabledReason={obstacle}
        aria-haspopup="dialog"
        onClick={() => patch && setBody({ uid, resourceVersion, spec: { ...patch } })}
      >
        {text("Apply…")}
      </Button>
      {body && (
        <ApplyDialog
          name={name}
          body={body}
          opener={opener}
          onClose={() => setBody(undefined)}
          onReread={onReread}
          onApplied={onApplied}
        />
      )}
    </>
  );
}

interface ApplyDialogProps extends Pick<ApplyChangeProps, "onReread" | "onApplied"> {
  readonly name: string;
  readonly body: ProfileChangeRequest;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Dialog that applies a CloudProfile change once a dry run has succeeded and the profile's name was typed. */
function ApplyDialog({ name, body, opener, onClose, onReread, onApplied }: ApplyDialogProps) {
  const [typed, setTyped] = useState("");
  const phrase = text("change {name}", { name });
  const tried = useQuery({
    queryKey: ["profile", name, "preview", body.resourceVersion, JSON.stringify(body.spec)],
    queryFn: () => previewProfileChange(name, body),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const applied = useMutation({
    mutationFn: () => changeProfile(name, body),
    onSuccess: () => {
      onClose();
      onApplied();
    },
  });
  const reread = () => {
    onClose();
    onReread();
  };
  const fault = applied.error ?? tried.error;
  const obstacle = !tried.isSuccess
    ? tried.isPending
      ? text("The garden is being asked first.")
      : text("The garden would refuse this.")
    : applied.isPending
      ? text("The change is being sent.")
      : typed.trim() === phrase
        ? undefined
        : text("Type “{phrase}” first.", { phrase });
  return (
    <Dialog
      onClose={onClose}
      opener={opener}
      title={text("Change the CloudProfile {name}?", { name })}
      description={text("Every cluster that follows it is treated by the new dates from its next maintenance on.")}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="ghost">{text("Cancel")}</Button>
          </DialogClose>
          <Button
            variant="danger"
            aria-busy={applied.isPending}
            disabledReason={obstacle}
            onClick={() => applied.mutate()}
          >
            {applied.isPending ? text("Sending") : text("Change {name}", { name })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {fault === null && (
          <ChangeResult
            pending={tried.isPending}
            warnings={tried.data?.warnings ?? []}
            resourceVersion={body.resourceVersion}
          />
        )}
        {fault !== null && <Refusal name={name} error={fault} onReread={reread} />}
        <ConfirmationPhraseField
          phrase={phrase}
          typed={typed}
          wrong={isPhraseMistyped(phrase, typed)}
          onType={setTyped}
        />
      </div>
    </Dialog>
  );
}

interface ChangeResultProps {
  readonly pending: boolean;
  readonly warnings: readonly string[];
  readonly resourceVersion: string;
}

function ChangeResult({ pending, warnings, resourceVersion }: ChangeResultProps) {
  if (pending) return <p className="text-base text-secondary">{text("Asking the garden what it would say…")}</p>;
  return (
    <Notice hue={warnings.length > 0 ? "caution" : "info"} title={text("The garden would accept this")} live>
      <p>{text("A dry run on version {resourceVersion} had no objection.", { resourceVersion })}</p>
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Notice>
  );
}

type RefusalProps = Pick<ApplyDialogProps, "name" | "onReread"> & { readonly error: Error };

function Refusal({ name, error, onReread }: RefusalProps) {
  const { reason, detail, gardenMessage } = requestErrorOf(error);
  const causes = error instanceof ApiProblem ? (error.problem?.causes ?? []) : [];
  if (reason === "conflict") {
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
