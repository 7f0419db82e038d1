import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type * as z from "zod/mini";
import { sessionQuery } from "../queries/session-queries.ts";
import { readStoredValue, storeInTab } from "./tab-store.ts";

interface DraftOf<Schema> {
  /** Kind of draft, such as `window-draft`; distinguishes the drafts of one cluster. */
  readonly what: string;
  readonly uid: string;
  /** Schema with which a stored draft is validated. */
  readonly schema: Schema;
}

interface Held<Value> {
  readonly uid: string;
  /** Storage key; undefined until the user is known. */
  readonly key: string | undefined;
  readonly draft: Value | undefined;
}

/**
 * Keeps a draft in session storage for the user who has written it, across reloads and sessions. A draft that was begun
 * before the user is known is assigned to the user later.
 */
export function useStoredDraft<Schema extends z.ZodMiniType>({ what, uid, schema }: DraftOf<Schema>) {
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data;
  const key = person === undefined ? undefined : `almanac.${what}.${person}.${uid}`;
  const read = () => (key === undefined ? undefined : readStoredValue(key, schema));
  const [held, setHeld] = useState<Held<z.infer<Schema>>>(() => ({ uid, key, draft: read() }));
  if (held.uid !== uid || held.key !== key) {
    const written = held.uid === uid && held.key === undefined ? held.draft : undefined;
    setHeld({ uid, key, draft: written ?? read() });
  }
  useEffect(() => {
    if (held.key !== undefined) storeInTab(held.key, held.draft);
  }, [held]);
  const keep = useCallback((draft: z.infer<Schema> | undefined) => setHeld({ uid, key, draft }), [uid, key]);
  return { draft: held.draft, keep };
}
