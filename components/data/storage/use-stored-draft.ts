import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type * as z from "zod/mini";
import { sessionQuery } from "../queries/session-queries.ts";
import { keepInTab, readKept } from "./tab-store.ts";

interface DraftOf<Schema> {
  /** `window-draft`: apart from what else is drafted of the same cluster. */
  readonly what: string;
  readonly uid: string;
  /** How it is read back from the tab. */
  readonly schema: Schema;
}

interface Held<Value> {
  readonly uid: string;
  /** Undefined until it is known who writes. */
  readonly key: string | undefined;
  readonly draft: Value | undefined;
}

/**
 * What somebody writes and has not sent yet. It is kept in the tab, for the person who wrote it, over a reload and the
 * end of a session; what was written before it was known who writes is theirs.
 */
export function useStoredDraft<Schema extends z.ZodMiniType>({ what, uid, schema }: DraftOf<Schema>) {
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data;
  const key = person === undefined ? undefined : `almanac.${what}.${person}.${uid}`;
  const read = () => (key === undefined ? undefined : readKept(key, schema));
  const [held, setHeld] = useState<Held<z.infer<Schema>>>(() => ({ uid, key, draft: read() }));
  if (held.uid !== uid || held.key !== key) {
    const written = held.uid === uid && held.key === undefined ? held.draft : undefined;
    setHeld({ uid, key, draft: written ?? read() });
  }
  useEffect(() => {
    if (held.key !== undefined) keepInTab(held.key, held.draft);
  }, [held]);
  const keep = useCallback((draft: z.infer<Schema> | undefined) => setHeld({ uid, key, draft }), [uid, key]);
  return { draft: held.draft, keep };
}
