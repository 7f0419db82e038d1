import "server-only";
import { type EventLoopUtilization, performance } from "node:perf_hooks";

const checkEveryMs = 10_000;
/** In bytes. V8 puts a collection off in a process that does little, with up to a hundred megabytes to be freed. */
const worthCollecting = 24 * 1024 * 1024;
/** The share of its time that a process may be busy to count as quiet. */
const quiet = 0.2;
const announced = 64 * 1024 * 1024;
/** By a tenth, and by 10 MB at least, is what V8 asks for. */
const shareGrown = 0.12;
const leastGrowth = 16 * 1024 * 1024;
const heldMs = 3_000;

/** V8 gives back 8 s after a collection, or 16 where there was something to do; another one in between would put that off. */
const leastSkipped = 2;
/** What is in use costs a collection in ten minutes. */
const mostSkipped = 60;

/** When it is worth to begin a collection: there was less memory once, and the process does little. */
export class GrownMemory {
  #least = Number.POSITIVE_INFINITY;
  /** The least since the last collection began. */
  #leastSince = Number.POSITIVE_INFINITY;
  #left = 0;
  #skipped = leastSkipped;

  /**
   * @param bytes resident now
   * @param busy the share of the time since it was asked last that the process was busy, 0 to 1
   */
  isWorthCollecting(bytes: number, busy: number): boolean {
    this.#least = Math.min(this.#least, bytes);
    this.#leastSince = Math.min(this.#leastSince, bytes);
    if (bytes - this.#least < worthCollecting) {
      this.#left = 0;
      this.#skipped = leastSkipped;
      return false;
    }
    if (busy > quiet) return false;
    // What has come since was in use, or is what another crowd left.
    if (bytes - this.#leastSince >= worthCollecting) {
      this.#left = 0;
      this.#skipped = leastSkipped;
    }
    if (this.#left > 0) {
      this.#left -= 1;
      return false;
    }
    this.#leastSince = bytes;
    // Twice as long after each that was of no use.
    this.#left = this.#skipped;
    this.#skipped = Math.min(mostSkipped, 2 * this.#skipped + 1);
    return true;
  }
}

/** Has what a crowd left behind collected once the process is quiet, and so given back to the system. */
export function giveMemoryBack(): void {
  const grown = new GrownMemory();
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (grown.isWorthCollecting(process.memoryUsage.rss(), utilization)) beginCollection();
  }, checkEveryMs).unref();
}

const held = new Set<readonly number[]>();

/**
 * V8 begins to collect, in its usual small steps, when this much is announced; as nobody writes there, it takes no memory. That
 * collection keeps emptied pages for later. V8's own, which gives them back, follow 8 s later where the heap has grown by a tenth
 * since the last of these: for as long as the first one takes, it has.
 */
function beginCollection(): void {
  const bytes = Math.max(leastGrowth, process.memoryUsage().heapTotal * shareGrown);
  const list = new Array<number>(Math.ceil(bytes / Float64Array.BYTES_PER_ELEMENT)).fill(0.5);
  held.add(list);
  void new ArrayBuffer(announced);
  setTimeout(() => held.delete(list), heldMs).unref();
}
