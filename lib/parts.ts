/** Work split into parts: other requests may be served at each `yield`. */
export type Parts<Value> = Generator<void, Value, void>;

/** Runs all parts without a break. */
export function allAtOnce<Value>(parts: Parts<Value>): Value {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}
