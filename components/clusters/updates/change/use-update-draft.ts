"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { keepInTab, readKept } from "#components/data/kept/tab-store.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { emptyDraft, type UpdateDraft, updateDraftSchema } from "#lib/act/updates/update-draft.ts";

const readDraft = (key: string) => readKept(key, updateDraftSchema) ?? emptyDraft;

/**
 * What is gathered for one change. It says what is wanted and not what is there, so it outlives every reading of the
 * cluster; it is kept in the tab, for the person who made it, over a reload and the end of a session.
 */
export function useUpdateDraft(uid: string) {
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data ?? "";
  const key = `almanac.update-draft.${person}.${uid}`;
  const [held, setHeld] = useState({ key, draft: readDraft(key) });
  if (held.key !== key) setHeld({ key, draft: readDraft(key) });
  const change = useCallback(
    (draft: UpdateDraft) => {
      setHeld({ key, draft });
      keepInTab(key, JSON.stringify(draft) === JSON.stringify(emptyDraft) ? undefined : draft);
    },
    [key],
  );
  return { draft: held.draft, change };
}
