"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { useStore } from "#components/ui/state/store.ts";
import { clip } from "#lib/view/grid/line-span.ts";
import { type LineContent, LineWindow } from "./line-window.ts";

/** A list's window, and where its boxes are. */
export function useLineWindow() {
  const [lines] = useState(() => new LineWindow());
  const scroller = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const passing = useRef<HTMLDivElement>(null);
  const shield = useRef<HTMLDivElement>(null);
  return { lines, scroller, box, passing, shield };
}

interface PaintedOptions extends LineContent {
  /** A line that stays painted wherever the list is, such as the one with the focus; -1 for none. */
  readonly kept?: number;
  /** Only what is in view, while something else has to be on screen first. */
  readonly inViewOnly?: boolean;
}

/** The numbers of the lines that React has to paint. */
export function usePaintedLines(
  { lines, scroller, box, passing, shield }: ReturnType<typeof useLineWindow>,
  { linePx, count, cellLooks, lineAt, kept = -1, inViewOnly = false }: PaintedOptions,
): readonly number[] {
  const painted = clip(useStore(lines.painted), { first: 0, end: count });
  const { first, end } = inViewOnly ? clip(painted, lines.inView()) : painted;

  useLayoutEffect(() => {
    const [outer, inner, light, over] = [scroller.current, box.current, passing.current, shield.current];
    if (!outer || !inner || !light || !over) return;
    return lines.attach({ scroller: outer, lines: inner, passing: light, shield: over });
  }, [lines, scroller, box, passing, shield]);
  useLayoutEffect(() => lines.list({ linePx, count, cellLooks, lineAt }), [lines, linePx, count, cellLooks, lineAt]);
  useLayoutEffect(() => lines.hold({ first, end }, kept), [lines, first, end, kept]);

  const indexes = Array.from({ length: end - first }, (_, offset) => first + offset);
  if (kept >= 0 && kept < first) return [kept, ...indexes];
  return kept >= end && kept < count ? [...indexes, kept] : indexes;
}
