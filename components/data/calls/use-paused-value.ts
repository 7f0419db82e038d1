import { useEffect, useState } from "react";
import { isSameJson } from "#lib/kube/same-value.ts";

/**
 * Returns the value once it has not changed for a moment, so that typing does not send a request for each letter. A
 * value of equal content does not replace the one before.
 */
export function usePausedValue<Value>(value: Value, pauseMs: number): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused((held) => (isSameJson(held, value) ? held : value)), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return paused;
}
