"use client";

import { startTransition, useEffect, useState } from "react";

/** Without another movement for this long the list rests. */
const restMs = 120;
/** A frame has 16 ms; what is left of it fills lines. */
const leastLeftMs = 4;

let movedAt = Number.NEGATIVE_INFINITY;
const waiting = new Set<() => void>();
let scheduled = false;

/**
 * Tells that the list moves: lines that come now are painted light, and filled when there is time for it.
 *
 * @param shield what lies over the lines until the list rests
 */
export function noteScroll(shield: HTMLElement | null): void {
  movedAt = performance.now();
  if (shield === null || !shield.hidden) return;
  shield.hidden = false;
  const rest = () => {
    if (isMoving()) setTimeout(rest, restMs);
    else shield.hidden = true;
  };
  setTimeout(rest, restMs);
}

function isMoving(): boolean {
  return performance.now() - movedAt < restMs;
}

function fill(deadline: IdleDeadline): void {
  scheduled = false;
  for (const next of waiting) {
    // The last ones that came are not there yet to be read while everything moves.
    if (isMoving() && deadline.timeRemaining() < leastLeftMs) break;
    waiting.delete(next);
    next();
    if (deadline.timeRemaining() < leastLeftMs) break;
  }
  schedule();
}

function schedule(): void {
  if (scheduled || waiting.size === 0) return;
  scheduled = true;
  requestIdleCallback(fill, { timeout: restMs });
}

/**
 * Whether a line shows all of its cells. One that comes while the list moves shows first what costs nothing; the rest
 * follows when the browser has time.
 *
 * @param atOnce for a line that somebody is at with the keyboard
 */
export function useFilled(atOnce: boolean): boolean {
  const [filled, setFilled] = useState(() => !isMoving());
  useEffect(() => {
    if (filled) return;
    const show = () => startTransition(() => setFilled(true));
    waiting.add(show);
    schedule();
    return () => {
      waiting.delete(show);
    };
  }, [filled]);
  return filled || atOnce;
}
