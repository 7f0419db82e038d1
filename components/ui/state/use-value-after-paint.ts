import { startTransition, useEffect, useState } from "react";

/**
 * Returns the value, but only after the rest of the page was painted with it; until then the previous value. Unlike
 * `useDeferredValue` it also delays values that change in a transition.
 * @returns undefined until the first paint
 */
export function useValueAfterPaint<T>(value: T): T | undefined {
  const [later, setLater] = useState<T>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The callback of an animation frame runs before the paint; a timer started in the callback fires after the paint.
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
