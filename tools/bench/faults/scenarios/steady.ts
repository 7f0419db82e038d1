import { setTimeout as pause } from "node:timers/promises";
import type { FarmGarden } from "../farm-garden.ts";
import type { TestBed } from "../test-bed.ts";

interface Steady<Outcome> {
  /** Lets what is under way end, and tells what came of it. */
  stop(): Promise<Outcome>;
}

/** Work that goes on beside a scenario for as long as `isRunning` says so. */
function untilStopped<Outcome>(work: (isRunning: () => boolean) => Promise<Outcome>): Steady<Outcome> {
  let running = true;
  const done = work(() => running);
  // Told by `stop`.
  done.catch(() => undefined);
  return {
    stop() {
      running = false;
      return done;
    },
  };
}

/** Writes to the garden so many times a second until it is stopped; answers how often. */
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

/** Reads the session ten times a second, each once more when it fails, as a load balancer and a page do. */
export function readSteadily(world: TestBed): Steady<{ readonly asked: number; readonly failedTwice: number }> {
  const isRead = async () => (await world.read("/api/session")).status === 200;
  return untilStopped(async (isRunning) => {
    let [asked, failedTwice] = [0, 0];
    while (isRunning()) {
      asked += 1;
      if (!(await isRead()) && !(await isRead())) failedTwice += 1;
      await pause(100);
    }
    return { asked, failedTwice };
  });
}
