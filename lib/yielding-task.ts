/** Computation split into parts: other requests can be served at each `yield`. */
export type YieldingTask<Value> = Generator<void, Value, void>;

/** Runs all parts of a computation without interruption. */
export function runYieldingTask<Value>(parts: YieldingTask<Value>): Value {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}
