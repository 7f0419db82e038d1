/** Values by their key: objects by uid, rows by uid. */
export type ObjectSet<Value> = ReadonlyMap<string, Value>;

/** What became of one set of values, as a value that can be stored, squashed and tested without the set. */
export interface Change<Value> {
  readonly added: ObjectSet<Value>;
  readonly updated: ReadonlyMap<string, { readonly from: Value; readonly to: Value }>;
  readonly removed: ObjectSet<Value>;
}

/** A change as subscribers hear it: what is to be put, by whatever key, and what is to go. */
export interface Difference<Value> {
  readonly upserts: readonly Value[];
  readonly removes: readonly Value[];
}

export function noChange<Value>(): Change<Value> {
  return { added: new Map(), updated: new Map(), removed: new Map() };
}

export function isNoChange(change: Change<unknown>): boolean {
  return change.added.size + change.updated.size + change.removed.size === 0;
}

export function toDifference<Value>({ added, updated, removed }: Change<Value>): Difference<Value> {
  return {
    upserts: [...added.values(), ...Array.from(updated.values(), ({ to }) => to)],
    removes: [...removed.values()],
  };
}

/** The set of `values`; of two with one key the later one stays. */
export function toObjectSet<Value>(values: Iterable<Value>, keyOf: (value: Value) => string): ObjectSet<Value> {
  const set = new Map<string, Value>();
  for (const value of values) set.set(keyOf(value), value);
  return set;
}
