import { useRef, useState } from "react";
import { changeProfile, previewProfileChange } from "#components/data/queries/versions-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import type { ProfileChangeRequest, ProfileDetail } from "#lib/contract/versions.ts";
import { text } from "#lib/language/text.ts";
import { ProfileChangeDialog } from "./profile-change-dialog.tsx";

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
        <ProfileChangeDialog
          name={name}
          title={text("Change the CloudProfile {name}?", { name })}
          description={text("Every cluster that follows it is treated by the new dates from its next maintenance on.")}
          verb={text("Change {name}", { name })}
          phrase={text("change {name}", { name })}
          tried={{
            queryKey: ["profile", name, "preview", body.resourceVersion, JSON.stringify(body.spec)],
            queryFn: () => previewProfileChange(name, body),
          }}
          resourceVersion={body.resourceVersion}
          send={() => changeProfile(name, body)}
          opener={opener}
          onClose={() => setBody(undefined)}
          onReread={onReread}
          onApplied={onApplied}
        />
      )}
    </>
  );
}
