import "server-only";
import { getHeapStatistics } from "node:v8";
import { ProblemError } from "./problem.ts";

export interface HeapReading {
  readonly usedBytes: number;
  /** Where V8 gives up and ends the process. */
  readonly limitBytes: number;
}

/** Above this share of the limit nothing is begun that could wait. */
const fullShare = 0.85;
const readEveryMs = 200;
const retryAfterSeconds = 10;

function readHeap(): HeapReading {
  const { used_heap_size: usedBytes, heap_size_limit: limitBytes } = getHeapStatistics();
  return { usedBytes, limitBytes };
}

export interface HeapGuardOptions {
  /** Milliseconds; for how long a reading counts. */
  readonly now: () => number;
  readonly read?: () => HeapReading;
}

/**
 * Refuses work that needs much memory while there is little: a request that is told to come back is better than a
 * process that ends under everybody.
 */
export class HeapGuard {
  readonly #now: () => number;
  readonly #read: () => HeapReading;
  #share = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #refused = 0;

  constructor({ now, read = readHeap }: HeapGuardOptions) {
    this.#now = now;
    this.#read = read;
  }

  /** How much of the limit is in use, from 0 to 1. */
  get share(): number {
    const now = this.#now();
    if (now - this.#readAt >= readEveryMs) {
      const { usedBytes, limitBytes } = this.#read();
      this.#share = usedBytes / limitBytes;
      this.#readAt = now;
    }
    return this.#share;
  }

  /** How often something was refused. */
  get refused(): number {
    return this.#refused;
  }

  /** @throws ProblemError `not-ready` when there is no room for `what`, such as "a live connection" */
  requireRoom(what: string): void {
    if (this.share < fullShare) return;
    this.#refused += 1;
    const detail = `Almanac has too little memory left for ${what} at the moment. Try again in a while.`;
    throw new ProblemError("not-ready", { detail, retryAfterSeconds });
  }
}
