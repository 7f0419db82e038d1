import { useState } from "react";
import * as z from "zod/mini";
import { keepInTab, readKept } from "#components/data/storage/tab-store.ts";

/** What somebody has written and not yet applied, with what it was written from. */
const draftSchema = z.object({ text: z.string(), base: z.string() });

/** A draft that outlives its page, as long as the tab lives. */
export function useDraft(profile: string, base: string) {
  const key = `almanac.profile-draft.${profile}`;
  const [kept] = useState(() => readKept(key, draftSchema));
  const [text, setText] = useState(kept?.text ?? base);
  const change = (next: string, from: string = base) => {
    setText(next);
    keepInTab(key, next === from ? undefined : { text: next, base: from });
  };
  return { text, change, restored: kept !== undefined && kept.text !== base ? kept : undefined };
}
