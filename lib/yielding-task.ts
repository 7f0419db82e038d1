/** Work split into parts: other requests may be served at each `yield`. */
export type YieldingTask<Value> = Generator<void, Value, void>;

/** Runs all parts without a break. */
export function runToCompletion<Value>(parts: YieldingTask<Value>): Value {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}
