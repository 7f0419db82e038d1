import { startTransition, useEffect, useState } from "react";

/**
 * The value once the screen has been painted with it, until then the one before: for what need not come in the same
 * paint. Unlike `useDeferredValue` it waits even where the value itself comes with a transition.
 *
 * @returns undefined until the first paint
 */
export function useLater<T>(value: T): T | undefined {
  const [later, setLater] = useState<T>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A frame's callbacks run before its paint, so that what comes after is a task of its own.
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
