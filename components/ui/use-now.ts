"use client";

import { useSyncExternalStore } from "react";

const minimumMs = 1_000;
let now = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, minimumMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time now in ms, rounded down to `everyMs`, so that a component paints only when its words can change. Zero on the server. */
export function useNow(everyMs = 10_000): number {
  return useSyncExternalStore(
    subscribe,
    () => {
      if (now === 0) now = Date.now();
      return Math.floor(now / everyMs) * everyMs;
    },
    () => 0,
  );
}
