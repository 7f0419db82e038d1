"use client";

import { type RefObject, useEffect, useState } from "react";

interface MoreToTheRightProps {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Stands where the widest line ends. */
  readonly end: RefObject<HTMLElement | null>;
}

/** A shade at the right edge for as long as there is more to be scrolled to. */
export function MoreToTheRight({ scroller, end }: MoreToTheRightProps) {
  const [isMore, setMore] = useState(false);
  useEffect(() => {
    const root = scroller.current;
    if (root === null || end.current === null) return;
    const observer = new IntersectionObserver(([seen]) => setMore(seen?.isIntersecting === false), { root });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [scroller, end]);
  if (!isMore) return null;
  return (
    <div
      aria-hidden
      data-more
      className="pointer-events-none absolute inset-y-0 right-0 z-20 w-8 bg-linear-to-l from-ink/15 to-transparent"
    />
  );
}
