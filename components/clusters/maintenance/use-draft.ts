"use client";

import * as z from "zod/mini";
import { useStoredDraft } from "#components/data/storage/use-stored-draft.ts";

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
 * What somebody types over what the garden shows. It outlives every refresh of the page's data, and is kept as every draft
 * is. It ends when it is discarded, or when the garden shows the same.
 */
export function useDraft<Value>({ what, uid, schema, observed, same }: DraftOf<Value>): Draft<Value> {
  // `base` is what the garden showed when the editing began.
  const held = useStoredDraft({
    what: `${what}-draft`,
    uid,
    schema: z.object({ value: schema, base: schema }),
  });
  const changed = held.draft !== undefined && !same(held.draft.value, observed);
  const draft = changed ? held.draft : undefined;
  if (held.draft !== draft) held.keep(draft);
  return {
    value: draft?.value ?? observed,
    changed,
    overtaken: draft !== undefined && !same(draft.base, observed),
    edit: (value) => held.keep({ value, base: draft?.base ?? observed }),
    discard: () => held.keep(undefined),
  };
}
