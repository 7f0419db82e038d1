"use client";

import { useState } from "react";

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

/**
 * What somebody types over what the garden shows. It outlives every refresh of the page's data, and ends only when it is
 * discarded, or when the garden shows the same.
 */
export function useDraft<Value>(observed: Value, same: (a: Value, b: Value) => boolean): Draft<Value> {
  const [held, setHeld] = useState<Held<Value>>();
  const changed = held !== undefined && !same(held.value, observed);
  if (held !== undefined && !changed) setHeld(undefined);
  return {
    value: changed ? held.value : observed,
    changed,
    overtaken: changed && !same(held.base, observed),
    edit: (value) => setHeld({ value, base: held?.base ?? observed }),
    discard: () => setHeld(undefined),
  };
}
