"use client";

import type { ReactNode } from "react";
import * as z from "zod/mini";
import { useStoredDraft } from "#components/data/storage/use-stored-draft.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";

interface DraftBarProps {
  readonly draft: Pick<ReturnType<typeof useDraft>, "changed" | "overtaken" | "discard">;
  /** Title of the notice that another user has changed the values since the edit began. */
  readonly overtakenTitle: string;
  /** Current value in the garden, shown in the notice about another user's change. */
  readonly now: string;
  /** Button that opens the preview of the draft. */
  readonly children: ReactNode;
}

/** Footer of a form with a draft: number of unsaved changes, notice of changes by others, and buttons. */
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
  /** Kind of draft, such as `window` or `schedules`: distinguishes the drafts of one cluster. */
  readonly what: string;
  readonly uid: string;
  /** Schema with which a stored draft is validated when it is read. */
  readonly schema: z.ZodMiniType<Value>;
  /** Current value in the garden. */
  readonly observed: Value;
  readonly same: (a: Value, b: Value) => boolean;
}

/**
 * Returns the user's edit of a value that the garden reports, and functions to change it. The draft survives refetches
 * and reloads. It ends when the user discards it or when the garden reports the same value.
 */
export function useDraft<Value>({ what, uid, schema, observed, same }: DraftOf<Value>) {
  // `base` is the value that the garden had when the edit began.
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
    /** Whether the draft differs from the current value in the garden. */
    changed,
    /** Whether the garden's value has changed since the edit began, to a value other than the draft. */
    overtaken: draft !== undefined && !same(draft.base, observed),
    edit: (value: Value) => held.keep({ value, base: draft?.base ?? observed }),
    discard: () => held.keep(undefined),
  };
}
