"use client";

import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { useStateStore } from "#components/ui/state/store.ts";
import { VirtualList, type VirtualListContent } from "./virtual-list.ts";

/** Returns refs for the elements of a virtual list, and the object that decides which lines are rendered. */
export function useVirtualList() {
  const [lines] = useState(() => new VirtualList());
  const scroller = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const passing = useRef<HTMLDivElement>(null);
  const shield = useRef<HTMLDivElement>(null);
  return { lines, scroller, box, passing, shield };
}

interface PaintedOptions extends VirtualListContent {
  /** Index of a line that is always rendered, such as the focused one; -1 if there is none. */
  readonly kept?: number;
}

/** Indexes of the lines that React has to render. */
export function useRenderedLines(
  { lines, scroller, box, passing, shield }: ReturnType<typeof useVirtualList>,
  { linePx, count, keyAt, cellLooks, lineAt, covered = 0, kept = -1 }: PaintedOptions,
): readonly number[] {
  const painted = useStateStore(lines.painted);
  const held = useMemo(
    () => (painted.keyAt === keyAt ? painted.lines : lines.staying({ linePx, count, keyAt })),
    [lines, painted, linePx, count, keyAt],
  );

  useLayoutEffect(() => {
    const [outer, inner, light, over] = [scroller.current, box.current, passing.current, shield.current];
    if (!outer || !inner || !light || !over) return;
    return lines.attach({ scroller: outer, lines: inner, passing: light, shield: over });
  }, [lines, scroller, box, passing, shield]);
  useLayoutEffect(
    () => lines.list({ linePx, count, keyAt, cellLooks, lineAt, covered }),
    [lines, linePx, count, keyAt, cellLooks, lineAt, covered],
  );
  useLayoutEffect(() => lines.hold(held, kept, keyAt), [lines, held, kept, keyAt]);

  if (kept < 0 || kept >= count || held.includes(kept)) return held;
  return [...held, kept].sort((a, b) => a - b);
}
