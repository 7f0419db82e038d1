/** Returns a function that computes a value once per key and caches all results. */
export function memoizeEveryKey<Value>(make: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const held = known.get(key);
    if (held !== undefined) return held;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
