"use client";

import { useCallback } from "react";
import { useStoredDraft } from "#components/data/storage/use-stored-draft.ts";
import { emptyDraft, type UpdateDraft, updateDraftSchema } from "#lib/act/updates/update-draft.ts";

/**
 * What is gathered for one change. It says what is wanted and not what is there, so it outlives every reading of the
 * cluster, and is kept as every draft is.
 */
export function useUpdateDraft(uid: string) {
  const { draft, keep } = useStoredDraft({ what: "update-draft", uid, schema: updateDraftSchema });
  const change = useCallback(
    (next: UpdateDraft) => keep(JSON.stringify(next) === JSON.stringify(emptyDraft) ? undefined : next),
    [keep],
  );
  return { draft: draft ?? emptyDraft, change };
}
