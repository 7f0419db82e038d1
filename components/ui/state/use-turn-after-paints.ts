import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";

/**
 * Returns whether a part of a page may be rendered: the part at place 0 after the first paint, each further one after
 * the paint that follows. A chart renders again while it is mounted, which cannot be interrupted, so that several
 * charts at once would block the page.
 */
export function useTurnAfterPaints(place: number): boolean {
  const [paints, setPaints] = useState(0);
  const isDue = paints > place;
  useEffect(
    () => (isDue ? undefined : afterPaint(() => startTransition(() => setPaints(paints + 1)))),
    [isDue, paints],
  );
  return isDue;
}
