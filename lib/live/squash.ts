import type { Change } from "./change.ts";

/**
 * One change that does what `first` and then `second` do. What was added and removed in between is nothing at all, so
 * the squash of any number of changes is never larger than the two sets it lies between.
 */
export function squash<Value>(first: Change<Value>, second: Change<Value>): Change<Value> {
  const added = new Map(first.added);
  const updated = new Map(first.updated);
  const removed = new Map(first.removed);

  for (const [key, value] of second.removed) {
    const from = updated.get(key)?.from ?? value;
    updated.delete(key);
    if (!added.delete(key)) removed.set(key, removed.get(key) ?? from);
  }
  for (const [key, { from, to }] of second.updated) {
    if (added.has(key)) added.set(key, to);
    else updated.set(key, { from: updated.get(key)?.from ?? from, to });
  }
  for (const [key, to] of second.added) {
    const from = removed.get(key) ?? updated.get(key)?.from;
    removed.delete(key);
    if (from === undefined) added.set(key, to);
    else updated.set(key, { from, to });
  }
  return { added, updated, removed };
}
