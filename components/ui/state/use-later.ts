import { startTransition, useEffect, useState } from "react";

/**
 * Returns the value after a paint that used it, until then the previous one: for content that may come a paint later.
 * Unlike `useDeferredValue` it also waits when the value itself changes in a transition.
 *
 * @returns undefined until the first paint
 */
export function useLater<T>(value: T): T | undefined {
  const [later, setLater] = useState<T>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Frame callbacks run before the paint; a timer started in one runs after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setLater(() => value)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return later;
}
