"use client";

import { useCallback, useState } from "react";
import * as z from "zod/mini";

/** What somebody has written and not yet applied, with what it was written from. */
const draftSchema = z.object({ text: z.string(), base: z.string() });
type Draft = z.infer<typeof draftSchema>;

const keyOf = (profile: string) => `almanac.profile-draft.${profile}`;

function readDraft(key: string): Draft | undefined {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(window.sessionStorage.getItem(key) ?? "null"));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // No storage: then a draft lives as long as its page.
    return undefined;
  }
}

function writeDraft(key: string, draft: Draft | undefined): void {
  try {
    if (draft === undefined) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Full or forbidden: the draft stays on the page.
  }
}

/** A draft that outlives its page, as long as the tab lives. */
export function useDraft(profile: string, base: string) {
  const key = keyOf(profile);
  const [kept] = useState(() => readDraft(key));
  const [text, setText] = useState(kept?.text ?? base);
  const change = useCallback(
    (next: string, from: string = base) => {
      setText(next);
      writeDraft(key, next === from ? undefined : { text: next, base: from });
    },
    [key, base],
  );
  return { text, change, restored: kept !== undefined && kept.text !== base ? kept : undefined };
}
