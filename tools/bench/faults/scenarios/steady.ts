import { setTimeout as pause } from "node:timers/promises";
import type { BenchGarden } from "../farm-garden.ts";
import type { TestBed } from "../test-bed.ts";

interface Steady<Outcome> {
  /** Stops the background work and returns its result. */
  stop(): Promise<Outcome>;
}

/** Runs work in the background of a scenario until it is stopped. */
function untilStopped<Outcome>(work: (isRunning: () => boolean) => Promise<Outcome>): Steady<Outcome> {
  let running = true;
  const done = work(() => running);
  // Errors are reported by `stop`.
  done.catch(() => undefined);
  return {
    stop() {
      running = false;
      return done;
    },
  };
}

/** Writes to the garden the given number of times per second until stopped; returns the number of writes. */
export function writeSteadily(garden: BenchGarden, perSecond: number): Steady<number> {
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

/** Requests the session ten times a second, with one retry after a failure, like load balancers and pages. */
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
