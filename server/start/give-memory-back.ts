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

/** "collect": garbage. "release": the pages, too, that collections have emptied and keep. */
export type Step = "nothing" | "collect" | "release";

/** What is worth to be begun: there was less memory once, and the process does little. */
export class GrownMemory {
  #least = Number.POSITIVE_INFINITY;
  /** The least since the last step began. */
  #leastSince = Number.POSITIVE_INFINITY;
  #isCollected = false;
  #left = 0;
  #skipped = leastSkipped;

  /**
   * @param bytes resident now
   * @param busy the share of the time since it was asked last that the process was busy, 0 to 1
   */
  next(bytes: number, busy: number): Step {
    this.#least = Math.min(this.#least, bytes);
    this.#leastSince = Math.min(this.#leastSince, bytes);
    if (bytes - this.#least < worthCollecting) {
      this.#beginAgain();
      return "nothing";
    }
    if (busy > quiet) return "nothing";
    // What has come since was in use, or is what another crowd left.
    if (bytes - this.#leastSince >= worthCollecting) this.#beginAgain();
    if (this.#left > 0) {
      this.#left -= 1;
      return "nothing";
    }
    this.#leastSince = bytes;
    if (!this.#isCollected) {
      this.#isCollected = true;
      return "collect";
    }
    // Twice as long after each that was of no use.
    this.#left = this.#skipped;
    this.#skipped = Math.min(mostSkipped, 2 * this.#skipped + 1);
    return "release";
  }

  #beginAgain(): void {
    this.#isCollected = false;
    this.#left = 0;
    this.#skipped = leastSkipped;
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
    const step = grown.next(process.memoryUsage.rss(), utilization);
    if (step === "release") growForAMoment();
    if (step !== "nothing") beginCollection();
  }, checkEveryMs).unref();
}

/** In its usual small steps, when this much is announced; as nobody writes there, it takes no memory. */
function beginCollection(): void {
  void new ArrayBuffer(announced);
}

const held = new Set<readonly undefined[]>();

/**
 * A collection keeps emptied pages for later. Those that give them back follow 8 s after one at which the heap was larger by a
 * tenth than after the last of them: for as long as a collection takes, it is.
 */
function growForAMoment(): void {
  const bytes = Math.max(leastGrowth, process.memoryUsage().heapTotal * shareGrown);
  // Its places are made at once; to fill it with numbers would make them twice.
  const list = new Array<undefined>(Math.ceil(bytes / Float64Array.BYTES_PER_ELEMENT));
  held.add(list);
  setTimeout(() => held.delete(list), heldMs).unref();
}
