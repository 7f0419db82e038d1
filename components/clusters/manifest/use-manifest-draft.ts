"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { storeInTab } from "#components/data/storage/tab-store.ts";
import {
  createManifestDraft,
  isEdited,
  type ManifestDraft,
  type RebasedDraft,
  rebaseManifestDraft,
} from "#lib/manifest/follow-shoot.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import type { ConflictChoices } from "#lib/manifest/merge-manifests.ts";
import { readStoredDraft } from "./stored-draft.ts";

export type ManifestDraftState = ReturnType<typeof useManifestDraft>;

/**
 * The user's edit of a manifest, which survives refetches of the Shoot, a reload and the session's end. Changes of the
 * Shoot are merged into the edit; if both have changed the same field, the user has to choose.
 */
export function useManifestDraft(key: string, now: JsonObject) {
  const [kept] = useState(() => readStoredDraft(key));
  const [draft, setDraft] = useState<ManifestDraft>(() => kept ?? createManifestDraft(now));
  const [taken, setTaken] = useState<readonly string[]>([]);
  const following = useMemo(() => rebaseManifestDraft(draft, now), [draft, now]);
  const edited = useMemo(() => isEdited(draft), [draft]);

  const bring = useCallback(
    (next: RebasedDraft) => {
      if (next.kind !== "brought") return;
      // If the user has typed meanwhile, this result is dropped and the next run of the effect merges again.
      setDraft((held) => (held === draft ? next.draft : held));
      if (next.taken.length > 0) setTaken((told) => [...new Set([...told, ...next.taken])]);
    },
    [draft],
  );
  useEffect(() => bring(following), [bring, following]);
  useEffect(() => storeInTab(key, edited ? draft : undefined), [key, edited, draft]);
  useEffect(() => {
    if (!edited) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [edited]);

  return {
    draft,
    edited,
    /** Whether the edit was restored from an earlier visit of the page. */
    restored: kept !== undefined,
    following,
    /** Paths of fields that others have changed since the edit began, and that were merged into it. */
    taken,
    write: useCallback((text: string) => setDraft(({ base }) => ({ text, base })), []),
    choose: (choices: ConflictChoices) => bring(rebaseManifestDraft(draft, now, choices)),
    startOver: () => {
      setDraft(createManifestDraft(now));
      setTaken([]);
    },
    /** Removes the draft from session storage. */
    forget: () => storeInTab(key, undefined),
  };
}
