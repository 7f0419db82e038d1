/** Work that others may be served between the parts of: each `yield` is a place for it. */
export type Parts<Value> = Generator<void, Value, void>;

/** Does all of it at once. */
export function allAtOnce<Value>(parts: Parts<Value>): Value {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}
