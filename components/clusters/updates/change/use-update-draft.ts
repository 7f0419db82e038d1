"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { sessionQuery } from "#components/data/session-queries.ts";
import { emptyDraft, type UpdateDraft, updateDraftSchema } from "#lib/view/updates/update-draft.ts";

function readDraft(key: string): UpdateDraft | undefined {
  try {
    const parsed = updateDraftSchema.safeParse(JSON.parse(window.sessionStorage.getItem(key) ?? "null"));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // No storage: then a draft lives as long as its page.
    return undefined;
  }
}

function writeDraft(key: string, draft: UpdateDraft): void {
  try {
    if (JSON.stringify(draft) === JSON.stringify(emptyDraft)) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Full or forbidden: the draft stays on the page.
  }
}

/**
 * What is gathered for one change. It says what is wanted and not what is there, so it outlives every reading of the
 * cluster; it is kept in the tab, for the person who made it, over a reload and the end of a session.
 */
export function useUpdateDraft(uid: string) {
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data ?? "";
  const key = `almanac.update-draft.${person}.${uid}`;
  const [held, setHeld] = useState({ key, draft: readDraft(key) ?? emptyDraft });
  if (held.key !== key) setHeld({ key, draft: readDraft(key) ?? emptyDraft });
  const change = useCallback(
    (draft: UpdateDraft) => {
      setHeld({ key, draft });
      writeDraft(key, draft);
    },
    [key],
  );
  return { draft: held.draft, change };
}
