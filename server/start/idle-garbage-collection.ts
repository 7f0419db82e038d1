import "server-only";
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

const checkEveryMs = 10_000;
/** Memory growth in bytes worth a garbage collection; an idle V8 would leave even a hundred megabytes of garbage. */
const worthCollecting = 24 * 1024 * 1024;
/** Maximum share of busy time with which a process counts as idle. */
const quiet = 0.4;
const announced = 64 * 1024 * 1024;

/** Fewest checks to skip after a collection: V8 frees memory 8 s later (busy: 16 s); another collection delays that. */
const leastSkipped = 1;
/** Maximum of checks to skip (ten minutes), which applies when collections free nothing. */
const mostSkipped = 60;

/** Decides when to start a garbage collection: when memory has grown and the process is idle. */
export class GarbageCollectionTrigger {
  #least = Number.POSITIVE_INFINITY;
  /** Lowest resident set size since the last collection began, in bytes. */
  #leastSince = Number.POSITIVE_INFINITY;
  /** Number of checks since the last collection, and how many to skip before the next one. */
  #asked = leastSkipped;
  #skipped = leastSkipped;

  /**
   * @param bytes resident set size
   * @param busy share of the time since the last call that the process was busy, 0 to 1
   */
  isWorthCollecting(bytes: number, busy: number): boolean {
    this.#least = Math.min(this.#least, bytes);
    this.#leastSince = Math.min(this.#leastSince, bytes);
    this.#asked += 1;
    // Whether memory has grown since the last collection, which could not free older growth because it was in use.
    const isNew = bytes - this.#leastSince >= worthCollecting;
    const isGrown = bytes - this.#least >= worthCollecting;
    if (isNew || !isGrown) this.#skipped = leastSkipped;
    if (!isGrown || busy > quiet || this.#asked <= this.#skipped) return false;
    this.#leastSince = bytes;
    this.#asked = 0;
    // Skips about twice as many checks after each collection that freed nothing.
    this.#skipped = isNew ? leastSkipped : Math.min(mostSkipped, 2 * this.#skipped + 1);
    return true;
  }
}

/** By how many percent the heap grows before V8 collects; more at the start (deploy/Dockerfile), to save CPU time. */
const growthOnceStarted = 30;

/** Starts garbage collections while the process is idle, so that the system gets memory back after a peak. */
export function startIdleGarbageCollection(): void {
  setFlagsFromString(`--heap-growing-percent=${growthOnceStarted}`);
  const grown = new GarbageCollectionTrigger();
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (grown.isWorthCollecting(process.memoryUsage.rss(), utilization)) beginCollection();
  }, checkEveryMs).unref();
}

/**
 * Makes V8 start an incremental garbage collection by reporting external memory, in a buffer that takes none because it
 * is never written. V8 releases empty pages 8 s later if little is allocated; it mistakes no allocation at all for
 * much, so a script is created.
 */
function beginCollection(): void {
  void new ArrayBuffer(announced);
  void new Script("0");
}
