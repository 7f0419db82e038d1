import type { Change, ObjectSet } from "./change.ts";

/** What turns `before` into `after`. `same` says when a value has not changed; its default is identity. */
export function diff<Value>(
  before: ObjectSet<Value>,
  after: ObjectSet<Value>,
  same: (from: Value, to: Value) => boolean = Object.is,
): Change<Value> {
  const added = new Map<string, Value>();
  const updated = new Map<string, { from: Value; to: Value }>();
  const removed = new Map<string, Value>();
  for (const [key, to] of after) {
    const from = before.get(key);
    if (from === undefined) added.set(key, to);
    else if (!same(from, to)) updated.set(key, { from, to });
  }
  for (const [key, from] of before) {
    if (!after.has(key)) removed.set(key, from);
  }
  return { added, updated, removed };
}
