"use client";

import type { ReactNode } from "react";
import * as z from "zod/mini";
import { useStoredDraft } from "#components/data/storage/use-stored-draft.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";

interface DraftBarProps {
  readonly draft: Pick<ReturnType<typeof useDraft>, "changed" | "overtaken" | "discard">;
  /** Title of the notice that another user has changed the values meanwhile. */
  readonly overtakenTitle: string;
  /** Present state in the garden, for that notice. */
  readonly now: string;
  /** The button that opens the preview. */
  readonly children: ReactNode;
}

/** Footer of a form: unsaved changes, changes by others meanwhile, and buttons to continue or discard. */
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
  /** Such as `window` or `schedules`: tells the drafts of a cluster apart. */
  readonly what: string;
  readonly uid: string;
  /** Schema to read the draft back from the tab. */
  readonly schema: z.ZodMiniType<Value>;
  /** Present value in the garden. */
  readonly observed: Value;
  readonly same: (a: Value, b: Value) => boolean;
}

/**
 * The user's edit of a value that the garden reports. It survives refreshes of the page's data and is stored like every
 * draft. It ends when it is discarded or when the garden reports the same value.
 */
export function useDraft<Value>({ what, uid, schema, observed, same }: DraftOf<Value>) {
  // `base` is the garden's value when the edit began.
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
    /** The draft differs from the garden's present value. */
    changed,
    /** The garden's value has changed since the edit began, and not to the draft. */
    overtaken: draft !== undefined && !same(draft.base, observed),
    edit: (value: Value) => held.keep({ value, base: draft?.base ?? observed }),
    discard: () => held.keep(undefined),
  };
}
