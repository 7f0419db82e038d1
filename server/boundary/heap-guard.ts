import "server-only";
import { type HeapReading, readHeap } from "../metrics/heap.ts";
import { ProblemError } from "./problem.ts";

/** Above this share of the limit nothing is begun that could wait, */
const fullShare = 0.85;
/** if the last full collection left this much: V8 lets garbage lie as long as there is room. */
const keptShare = 0.7;
const readEveryMs = 200;
const retryAfterSeconds = 10;

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
  #reading: HeapReading = { usedBytes: 0, keptBytes: 0, limitBytes: 1 };
  #isFull = false;
  #readAt = Number.NEGATIVE_INFINITY;
  #refused = 0;

  constructor({ now, read = readHeap }: HeapGuardOptions) {
    this.#now = now;
    this.#read = read;
  }

  get reading(): HeapReading {
    this.#look();
    return this.#reading;
  }

  #look(): void {
    const now = this.#now();
    if (now - this.#readAt < readEveryMs) return;
    this.#reading = this.#read();
    const { usedBytes, keptBytes, limitBytes } = this.#reading;
    this.#isFull = usedBytes / limitBytes >= fullShare && keptBytes / limitBytes >= keptShare;
    this.#readAt = now;
  }

  /** How often something was refused. */
  get refused(): number {
    return this.#refused;
  }

  /** @throws ProblemError `not-ready` when there is no room for `what`, such as "a live connection" */
  requireRoom(what: string): void {
    this.#look();
    if (!this.#isFull) return;
    this.#refused += 1;
    const detail = `Almanac has too little memory left for ${what} at the moment. Try again in a while.`;
    throw new ProblemError("not-ready", { detail, retryAfterSeconds }, { rule: "heap" });
  }
}
