import { useState } from "react";
import * as z from "zod/mini";
import { readStoredValue, storeInTab } from "#components/data/storage/tab-store.ts";

/** Schema of a draft that was not applied yet, with the text on which it is based. */
const draftSchema = z.object({ text: z.string(), base: z.string() });

/** Returns the draft of a profile change that is kept in session storage, so that it survives reloads and visits to other pages. */
export function useProfileDraft(profile: string, base: string) {
  const key = `almanac.profile-draft.${profile}`;
  const [kept] = useState(() => readStoredValue(key, draftSchema));
  const [text, setText] = useState(kept?.text ?? base);
  const change = (next: string, from: string = base) => {
    setText(next);
    storeInTab(key, next === from ? undefined : { text: next, base: from });
  };
  return { text, change, restored: kept !== undefined && kept.text !== base ? kept : undefined };
}
