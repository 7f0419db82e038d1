"use client";

import { type RefObject, useEffect, useMemo, useRef } from "react";
import { useActDialog } from "#components/act/act-dialog.tsx";
import { useActBlocker } from "#components/act/use-act-blocker.ts";
import { Button } from "#components/ui/button.tsx";
import { YamlDiff } from "#components/ui/yaml-editor/yaml-diff.tsx";
import type { ShootPatch } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import type { ManifestDraft } from "#lib/manifest/follow-shoot.ts";
import { formatManifest } from "#lib/manifest/manifest.ts";

interface ManifestReviewProps {
  readonly cluster: FleetRow;
  readonly draft: ManifestDraft;
  readonly patch: ShootPatch | undefined;
  readonly saveRef: RefObject<HTMLButtonElement | null>;
  readonly onBack: () => void;
  readonly onAccepted: () => void;
  /** Called if another user has changed the Shoot, so that the cached one is out of date. */
  readonly onConflict: () => void;
}

/** Review step of the manifest editor: the differences between the edited and the original manifest. */
export function ManifestReview({ cluster, draft, patch, saveRef, ...ways }: ManifestReviewProps) {
  const { onBack, onAccepted, onConflict } = ways;
  const { open, preload } = useActDialog();
  const obstacle = useActBlocker(cluster);
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const before = useMemo(() => formatManifest(draft.base), [draft.base]);
  const ask = () => {
    if (patch === undefined) return;
    open({
      cluster,
      act: { kind: "change", about: "manifest", patch },
      title: text("Change the manifest"),
      opener: saveRef,
      onAccepted,
      onRefused: ({ reason }) => {
        if (reason === "conflict") onConflict();
      },
    });
  };
  return (
    <div>
      <p ref={heading} tabIndex={-1} className="px-4 py-2.5 text-sm text-pretty text-secondary outline-none">
        {text("Your text next to the original. Nothing is sent yet; the next step shows the effect and a dry run.")}
      </p>
      <div className="border-y border-hairline">
        <YamlDiff
          before={before}
          after={draft.text}
          labels={{ before: text("As read from the garden"), after: text("As you wrote it") }}
        />
      </div>
      <div className="flex flex-wrap gap-2 px-4 py-3">
        <Button
          ref={saveRef}
          variant="primary"
          aria-haspopup="dialog"
          disabledReason={obstacle}
          onPointerEnter={preload}
          onClick={ask}
        >
          {text("Preview and save…")}
        </Button>
        <Button onClick={onBack}>{text("Back to the text")}</Button>
      </div>
    </div>
  );
}
