import "server-only";
import { type Message, message, text } from "#lib/language/text.ts";
import { forceGarbageCollection, type HeapUsage, readHeap } from "#server/metrics/heap.ts";
import { ProblemError } from "./problem.ts";

/**
 * Share of the heap limit: if more is in use after the last full collection, no large work is started. Usage between
 * collections says little, as V8 leaves garbage. From 0.8 on, V8 ends a process after four full collections in a row
 * that took more time than everything else (`--detect-ineffective-gcs-near-heap-limit`).
 */
const fullShare = 0.78;
const readEveryMs = 200;
/**
 * Interval of forced garbage collections while the heap is full. V8 collects on allocation, but work that allocates is
 * refused, so V8 may not notice for minutes that memory is free again.
 */
const collectEveryMs = 30_000;
const retryAfterSeconds = 10;

/** Message for each kind of large work when memory is short. */
const refusals = {
  calendar: message("Almanac has too little memory left for a calendar at the moment. Try again in a while."),
  export: message("Almanac has too little memory left for an export at the moment. Try again in a while."),
  stream: message(
    "Almanac has too little memory left for another live connection at the moment. Try again in a while.",
  ),
  list: message(
    "Almanac has too little memory left for the whole list of clusters at the moment. Try again in a while.",
  ),
  since: message(
    "Almanac has too little memory left for what changed since you last looked at the moment. Try again in a while.",
  ),
} as const satisfies Readonly<Record<string, Message>>;

/** Kinds of work that are refused while memory is short. */
export type MemoryHeavyWork = keyof typeof refusals;

export interface HeapGuardOptions {
  /** Clock in milliseconds, by which a reading of the heap usage expires. */
  readonly now: () => number;
  readonly read?: () => HeapUsage;
  /** Forces a full garbage collection, after which `read` reports what is still in use. */
  readonly collect?: () => void;
}

/** Refuses work that needs much memory while memory is short: a client that has to retry is better than a crash. */
export class HeapGuard {
  readonly #now: () => number;
  readonly #read: () => HeapUsage;
  readonly #collect: () => void;
  #reading: HeapUsage = { usedBytes: 0, keptBytes: 0, limitBytes: 1 };
  #readAt = Number.NEGATIVE_INFINITY;
  /** Since when the heap is full, or when a forced garbage collection last found it full. */
  #fullAt: number | undefined;
  #refused = 0;

  constructor({ now, read = readHeap, collect = forceGarbageCollection }: HeapGuardOptions) {
    this.#now = now;
    this.#read = read;
    this.#collect = collect;
  }

  get reading(): HeapUsage {
    this.#look();
    return this.#reading;
  }

  #look(): void {
    const now = this.#now();
    if (now - this.#readAt < readEveryMs) return;
    this.#readAt = now;
    this.#reading = this.#read();
    if (this.#isFull && this.#fullAt !== undefined && now - this.#fullAt >= collectEveryMs) {
      this.#fullAt = undefined;
      this.#collect();
      this.#reading = this.#read();
    }
    this.#fullAt = this.#isFull ? (this.#fullAt ?? now) : undefined;
  }

  get #isFull(): boolean {
    const { keptBytes, limitBytes } = this.#reading;
    return keptBytes / limitBytes >= fullShare;
  }

  /** Number of requests refused so far because memory was short. */
  get refused(): number {
    return this.#refused;
  }

  /** @throws ProblemError `not-ready` when memory is short */
  requireRoom(work: MemoryHeavyWork): void {
    this.#look();
    if (!this.#isFull) return;
    this.#refused += 1;
    throw new ProblemError("not-ready", { detail: text(refusals[work]), retryAfterSeconds }, { rule: "heap" });
  }
}
