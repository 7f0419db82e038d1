import { setTimeout as pause } from "node:timers/promises";
import type { FarmGarden } from "../farm-garden.ts";

/** Writes to the garden so many times a second until it is stopped. */
export function writeSteadily(garden: FarmGarden, perSecond: number): { stop(): Promise<number> } {
  let running = true;
  let written = 0;
  const work = async () => {
    const startedAt = performance.now();
    while (running) {
      await garden.write();
      written += 1;
      await pause(Math.max(0, startedAt + (written * 1000) / perSecond - performance.now()));
    }
    return written;
  };
  const done = work();
  // Told by `stop`.
  done.catch(() => undefined);
  return {
    stop() {
      running = false;
      return done;
    },
  };
}
