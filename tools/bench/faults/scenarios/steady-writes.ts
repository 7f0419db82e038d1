import { setTimeout as pause } from "node:timers/promises";
import type { FarmGarden } from "../farm-garden.ts";
import { type Steady, untilStopped } from "./until-stopped.ts";

/** Writes to the garden so many times a second until it is stopped. */
export function writeSteadily(garden: FarmGarden, perSecond: number): Steady<number> {
  return untilStopped(async (isRunning) => {
    const startedAt = performance.now();
    let written = 0;
    while (isRunning()) {
      await garden.write();
      written += 1;
      await pause(Math.max(0, startedAt + (written * 1000) / perSecond - performance.now()));
    }
    return written;
  });
}
