"use client";

import { useSyncExternalStore } from "react";
import { createStore } from "./store.ts";

const minimumMs = 1_000;
const clock = createStore(0, () => {
  clock.set(Date.now());
  const timer = setInterval(() => clock.set(Date.now()), minimumMs);
  return () => clearInterval(timer);
});

/** The time now in ms, rounded down to `everyMs`, so that a component paints only when its words can change. Zero on the server. */
export function useNow(everyMs = 10_000): number {
  return useSyncExternalStore(
    clock.subscribe,
    () => {
      if (clock.get() === 0) clock.set(Date.now());
      return Math.floor(clock.get() / everyMs) * everyMs;
    },
    () => 0,
  );
}
