"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { keepInTab } from "#components/data/storage/tab-store.ts";
import {
  followShoot,
  freshDraft,
  isEdited,
  type ManifestDraft,
  type RebasedDraft,
} from "#lib/manifest/follow-shoot.ts";
import type { Json } from "#lib/manifest/manifest.ts";
import type { Choices } from "#lib/manifest/merge-manifests.ts";
import { readStoredDraft } from "./stored-draft.ts";

export type ManifestDraftState = ReturnType<typeof useManifestDraft>;

/**
 * An edit of the manifest that survives refetches of the Shoot, a reload and the end of a session. When the Shoot
 * changes, its changes are merged into the edit; where both have changed the same field, it waits for a choice.
 */
export function useManifestDraft(key: string, now: Json) {
  const [kept] = useState(() => readStoredDraft(key));
  const [draft, setDraft] = useState<ManifestDraft>(() => kept ?? freshDraft(now));
  const [taken, setTaken] = useState<readonly string[]>([]);
  const following = useMemo(() => followShoot(draft, now), [draft, now]);
  const edited = useMemo(() => isEdited(draft), [draft]);

  const bring = useCallback(
    (next: RebasedDraft) => {
      if (next.kind !== "brought") return;
      // If the user has continued to write meanwhile, the next run merges.
      setDraft((held) => (held === draft ? next.draft : held));
      if (next.taken.length > 0) setTaken((told) => [...new Set([...told, ...next.taken])]);
    },
    [draft],
  );
  useEffect(() => bring(following), [bring, following]);
  useEffect(() => keepInTab(key, edited ? draft : undefined), [key, edited, draft]);
  useEffect(() => {
    if (!edited) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [edited]);

  return {
    draft,
    edited,
    /** The edit was begun on an earlier visit. */
    restored: kept !== undefined,
    following,
    /** Paths that others have changed since the edit began, and that were merged. */
    taken,
    write: useCallback((text: string) => setDraft(({ base }) => ({ text, base })), []),
    choose: (choices: Choices) => bring(followShoot(draft, now, choices)),
    startOver: () => {
      setDraft(freshDraft(now));
      setTaken([]);
    },
    /** Removes the stored draft. */
    forget: () => keepInTab(key, undefined),
  };
}
