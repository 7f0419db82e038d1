import { startTransition, useEffect, useState, useSyncExternalStore } from "react";
import { createStateStore } from "./store.ts";

const minimumMs = 1_000;
const clock = createStateStore(0, () => {
  clock.set(Date.now());
  const timer = setInterval(() => clock.set(Date.now()), minimumMs);
  return () => clearInterval(timer);
});

const never = () => () => undefined;

/**
 * Returns the current time in ms, rounded down to a multiple of `everyMs`, so that a component renders only when its
 * text can change. The time is zero on the server. Updates are transitions, so that they do not delay user input.
 */
export function useNow(everyMs = 10_000): number {
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [now, setNow] = useState(() => roundedNow(everyMs));
  useEffect(() => {
    let last = 0;
    const tick = () => {
      const next = roundedNow(everyMs);
      if (next === last) return;
      last = next;
      startTransition(() => setNow(next));
    };
    const stop = clock.subscribe(tick);
    tick();
    return stop;
  }, [everyMs]);
  return isHere ? now : 0;
}

function roundedNow(everyMs: number): number {
  if (clock.get() === 0) clock.set(Date.now());
  return Math.floor(clock.get() / everyMs) * everyMs;
}
