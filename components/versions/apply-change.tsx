"use client";

import { useRef, useState } from "react";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { Button } from "#components/ui/button.tsx";
import type { ProfileChangeBody, ProfileDetail } from "#lib/contract/versions.ts";
import { text } from "#lib/language/text.ts";
import { ApplyDialog } from "./apply-dialog.tsx";

interface ApplyChangeProps {
  readonly detail: ProfileDetail;
  readonly patch: Readonly<Record<string, unknown>> | undefined;
  readonly hasFaults: boolean;
  /** The profile is no longer what was read: the draft has to be brought onto it first. */
  readonly onReread: () => void;
  readonly onApplied: () => void;
}

/** The button that leads to the change itself, and why it cannot be pressed. */
export function ApplyChange({ detail, patch, hasFaults, onReread, onApplied }: ApplyChangeProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [body, setBody] = useState<ProfileChangeBody>();
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
          onReread={() => {
            setBody(undefined);
            onReread();
          }}
          onApplied={() => {
            setBody(undefined);
            onApplied();
          }}
        />
      )}
    </>
  );
}
