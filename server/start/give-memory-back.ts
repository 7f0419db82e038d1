import "server-only";
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

const checkEveryMs = 10_000;
/** In bytes. V8 puts a collection off in a process that does little, with up to a hundred megabytes to be freed. */
const worthCollecting = 24 * 1024 * 1024;
/** The share of its time that a process may be busy to count as quiet. */
const quiet = 0.4;
const announced = 64 * 1024 * 1024;

/** V8 gives back 8 s after a collection, or 16 where there was something to do; another one in between puts that off. */
const leastSkipped = 1;
/** What is in use costs a collection in ten minutes. */
const mostSkipped = 60;

/** When it is worth to begin a collection: there was less memory once, and the process does little. */
export class GrownMemory {
  #least = Number.POSITIVE_INFINITY;
  /** The least since the last collection began. */
  #leastSince = Number.POSITIVE_INFINITY;
  /** How often it was asked since the last collection, and how often that is too soon for the next one. */
  #asked = leastSkipped;
  #skipped = leastSkipped;

  /**
   * @param bytes resident now
   * @param busy the share of the time since it was asked last that the process was busy, 0 to 1
   */
  isWorthCollecting(bytes: number, busy: number): boolean {
    this.#least = Math.min(this.#least, bytes);
    this.#leastSince = Math.min(this.#leastSince, bytes);
    this.#asked += 1;
    // What has come since the last one was in use, or is what another crowd left.
    const isNew = bytes - this.#leastSince >= worthCollecting;
    const isGrown = bytes - this.#least >= worthCollecting;
    if (isNew || !isGrown) this.#skipped = leastSkipped;
    if (!isGrown || busy > quiet || this.#asked <= this.#skipped) return false;
    this.#leastSince = bytes;
    this.#asked = 0;
    // Twice as long after each that was of no use.
    this.#skipped = isNew ? leastSkipped : Math.min(mostSkipped, 2 * this.#skipped + 1);
    return true;
  }
}

/** In percent of what a collection left, until the next one. At the start it is more (deploy/Dockerfile), which saves processor. */
const growthOnceStarted = 30;

/** Has what a crowd left behind collected once the process is quiet, and so given back to the system. */
export function giveMemoryBack(): void {
  setFlagsFromString(`--heap-growing-percent=${growthOnceStarted}`);
  const grown = new GrownMemory();
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (grown.isWorthCollecting(process.memoryUsage.rss(), utilization)) beginCollection();
  }, checkEveryMs).unref();
}

/**
 * V8 begins to collect, in its usual small steps, when this much is announced; as nobody writes there, it takes no memory. It gives
 * emptied pages back 8 s later, if little is allocated by then. It takes a rate of exactly 0 for a high one: Node allocates what
 * it counts with a script, so there is one now and then.
 */
function beginCollection(): void {
  void new ArrayBuffer(announced);
  void new Script("0");
}
