"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { keepInTab, readKept } from "#components/data/kept/tab-store.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";

interface Held<Value> {
  readonly value: Value;
  /** What the garden showed when the editing began. */
  readonly base: Value;
}

export interface Draft<Value> {
  readonly value: Value;
  /** It differs from what the garden shows now. */
  readonly changed: boolean;
  /** What the garden shows has changed since the editing began, and not to what was typed. */
  readonly overtaken: boolean;
  readonly edit: (value: Value) => void;
  readonly discard: () => void;
}

interface DraftOf<Value> {
  /** `window`, `schedules`: apart from the other drafts of the cluster. */
  readonly what: string;
  readonly uid: string;
  /** How it is read back from the tab. */
  readonly schema: z.ZodMiniType<Value>;
  /** What the garden shows now. */
  readonly observed: Value;
  readonly same: (a: Value, b: Value) => boolean;
}

/**
 * What somebody types over what the garden shows. It outlives every refresh of the page's data, and is kept in the tab,
 * for the person who typed it, over a reload and the end of a session. It ends when it is discarded, or when the garden
 * shows the same.
 */
export function useDraft<Value>({ what, uid, schema, observed, same }: DraftOf<Value>): Draft<Value> {
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data ?? "";
  const key = `almanac.${what}-draft.${person}.${uid}`;
  const read = () => ({ key, draft: readKept(key, z.object({ value: schema, base: schema })) });
  const [held, setHeld] = useState<{ readonly key: string; readonly draft: Held<Value> | undefined }>(read);
  if (held.key !== key) setHeld(read());
  const changed = held.draft !== undefined && !same(held.draft.value, observed);
  const draft = changed ? held.draft : undefined;
  if (held.draft !== draft) setHeld({ key, draft });
  useEffect(() => keepInTab(key, draft), [key, draft]);
  return {
    value: draft?.value ?? observed,
    changed,
    overtaken: draft !== undefined && !same(draft.base, observed),
    edit: (value) => setHeld({ key, draft: { value, base: draft?.base ?? observed } }),
    discard: () => setHeld({ key, draft: undefined }),
  };
}
