import { startTransition, useEffect, useState } from "react";

/**
 * Counts from 0 to the total, one step after each paint. A page with several charts renders one more at each step: a
 * chart renders again while it is mounted, which cannot be interrupted, so that all at once would block the page.
 */
export function useCountAfterPaints(total: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count >= total) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setCount(count + 1)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [count, total]);
  return Math.min(count, total);
}
