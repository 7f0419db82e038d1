import type { Change, ObjectSet } from "./change.ts";

/** The set after the change. What the change removes or updates need not be there: it is then simply gone or put. */
export function apply<Value>(set: ObjectSet<Value>, change: Change<Value>): ObjectSet<Value> {
  const after = new Map(set);
  for (const key of change.removed.keys()) after.delete(key);
  for (const [key, { to }] of change.updated) after.set(key, to);
  for (const [key, value] of change.added) after.set(key, value);
  return after;
}
