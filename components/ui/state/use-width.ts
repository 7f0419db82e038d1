import { type RefCallback, useCallback, useState } from "react";

/** Returns the current width of an element in pixels; undefined until it is measured. */
export function useWidth(): readonly [number | undefined, RefCallback<HTMLElement>] {
  const [width, setWidth] = useState<number>();
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return [width, ref];
}
