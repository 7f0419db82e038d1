import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";

/**
 * Returns the value, but only after the rest of the page was painted with it; until then the previous value. Unlike
 * `useDeferredValue` it also delays values that change in a transition.
 * @returns undefined until the first paint
 */
export function useValueAfterPaint<T>(value: T): T | undefined {
  const [later, setLater] = useState<T>();
  useEffect(() => afterPaint(() => startTransition(() => setLater(() => value))), [value]);
  return later;
}
