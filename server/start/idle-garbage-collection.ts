import "server-only";
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

const checkEveryMs = 10_000;
/** In bytes. V8 delays collections in an idle process, even with a hundred megabytes of garbage. */
const worthCollecting = 24 * 1024 * 1024;
/** Maximum share of busy time for a process to count as idle. */
const quiet = 0.4;
const announced = 64 * 1024 * 1024;

/** V8 returns memory 8 s after a collection, or 16 s if it was busy; another collection in between delays that. */
const leastSkipped = 1;
/** At most one useless collection in ten minutes when the memory is really in use. */
const mostSkipped = 60;

/** Decides when to trigger a collection: memory has grown, and the process is idle. */
export class CollectionTrigger {
  #least = Number.POSITIVE_INFINITY;
  /** Lowest resident set size since the last collection began, in bytes. */
  #leastSince = Number.POSITIVE_INFINITY;
  /** Checks since the last collection, and how many to skip before the next one. */
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
    // Growth since the last collection was in use then, or is from later load.
    const isNew = bytes - this.#leastSince >= worthCollecting;
    const isGrown = bytes - this.#least >= worthCollecting;
    if (isNew || !isGrown) this.#skipped = leastSkipped;
    if (!isGrown || busy > quiet || this.#asked <= this.#skipped) return false;
    this.#leastSince = bytes;
    this.#asked = 0;
    // Doubles the wait after each collection without effect.
    this.#skipped = isNew ? leastSkipped : Math.min(mostSkipped, 2 * this.#skipped + 1);
    return true;
  }
}

/** In percent of what a collection left. At the start it is higher (deploy/Dockerfile), which saves processor time. */
const growthOnceStarted = 30;

/** Triggers collections while the process is idle, so that memory is returned to the system after a peak. */
export function startIdleGarbageCollection(): void {
  setFlagsFromString(`--heap-growing-percent=${growthOnceStarted}`);
  const grown = new CollectionTrigger();
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (grown.isWorthCollecting(process.memoryUsage.rss(), utilization)) beginCollection();
  }, checkEveryMs).unref();
}

/**
 * Makes V8 start an incremental collection by reporting external memory; the buffer is never written, so it takes no
 * memory. V8 releases empty pages 8 s later if the allocation rate is low. It mistakes a rate of exactly 0 for a high
 * one, so a script is created to allocate a little.
 */
function beginCollection(): void {
  void new ArrayBuffer(announced);
  void new Script("0");
}
