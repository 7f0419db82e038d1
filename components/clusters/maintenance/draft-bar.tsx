"use client";

import type { ReactNode } from "react";
import * as z from "zod/mini";
import { useStoredDraft } from "#components/data/storage/use-stored-draft.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";

interface DraftBarProps {
  readonly draft: Pick<ReturnType<typeof useDraft>, "changed" | "overtaken" | "discard">;
  /** That somebody else has changed it meanwhile. */
  readonly overtakenTitle: string;
  /** What the garden shows now, when somebody else has changed it meanwhile. */
  readonly now: string;
  /** The button that opens the preview. */
  readonly children: ReactNode;
}

/** Beneath a form: what is not saved yet, what somebody else did meanwhile, and the way on or back. */
export function DraftBar({ draft: { changed, overtaken, discard }, overtakenTitle, now, children }: DraftBarProps) {
  return (
    <div className="mt-4 flex flex-col gap-3">
      {overtaken && (
        <Notice hue="caution" title={overtakenTitle} live>
          {text("{now} What you typed is kept; the preview compares it with the new state.", { now })}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {children}
        {changed && (
          <>
            <Button variant="ghost" onClick={discard}>
              {text("Discard")}
            </Button>
            <span className="text-sm text-tertiary">{text("Not saved yet; kept in this tab")}</span>
          </>
        )}
      </div>
    </div>
  );
}

interface DraftOf<Value> {
  /** `window`, `schedules`: apart from the other drafts of the cluster. */
  readonly what: string;
  readonly uid: string;
  /** How it is read back from the tab. */
  readonly schema: z.ZodMiniType<Value>;
  /** What the garden shows now. */
  readonly observed: Value;
  readonly same: (a: Value, b: Value) => boolean;
}

/**
 * What somebody types over what the garden shows. It outlives every refresh of the page's data, and is kept as every draft
 * is. It ends when it is discarded, or when the garden shows the same.
 */
export function useDraft<Value>({ what, uid, schema, observed, same }: DraftOf<Value>) {
  // `base` is what the garden showed when the editing began.
  const held = useStoredDraft({
    what: `${what}-draft`,
    uid,
    schema: z.object({ value: schema, base: schema }),
  });
  const changed = held.draft !== undefined && !same(held.draft.value, observed);
  const draft = changed ? held.draft : undefined;
  if (held.draft !== draft) held.keep(draft);
  return {
    value: draft?.value ?? observed,
    /** It differs from what the garden shows now. */
    changed,
    /** What the garden shows has changed since the editing began, and not to what was typed. */
    overtaken: draft !== undefined && !same(draft.base, observed),
    edit: (value: Value) => held.keep({ value, base: draft?.base ?? observed }),
    discard: () => held.keep(undefined),
  };
}
