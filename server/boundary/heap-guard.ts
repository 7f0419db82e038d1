import "server-only";
import { type Message, message, text } from "#lib/language/text.ts";
import { collectHeap, type HeapReading, readHeap } from "#server/metrics/heap.ts";
import { ProblemError } from "./problem.ts";

/**
 * When the last full collection left this share of the limit, nothing is begun that could wait. V8 lets garbage lie as
 * long as there is room, so what is in use says little; and it ends a process from 0.8 on, after four full collections in a
 * row that took more of the time than all else (`--detect-ineffective-gcs-near-heap-limit`).
 */
const fullShare = 0.78;
const readEveryMs = 200;
/**
 * V8 collects when something is allocated, and what allocates is refused: of its own accord it may not notice for minutes that
 * there is room again. A collection of a full heap takes some tenths of a second.
 */
const collectEveryMs = 30_000;
const retryAfterSeconds = 10;

/** What needs much memory, and what is said when there is none for it. */
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

/** What is not begun while there is little memory. */
export type LargeWork = keyof typeof refusals;

export interface HeapGuardOptions {
  /** Milliseconds; for how long a reading counts. */
  readonly now: () => number;
  readonly read?: () => HeapReading;
  /** Has everything collected, after which `read` tells what that left. */
  readonly collect?: () => void;
}

/**
 * Refuses work that needs much memory while there is little: a request that is told to come back is better than a
 * process that ends under everybody.
 */
export class HeapGuard {
  readonly #now: () => number;
  readonly #read: () => HeapReading;
  readonly #collect: () => void;
  #reading: HeapReading = { usedBytes: 0, keptBytes: 0, limitBytes: 1 };
  #readAt = Number.NEGATIVE_INFINITY;
  /** Since when it is full, or was found full by a collection of our own. */
  #fullAt: number | undefined;
  #refused = 0;

  constructor({ now, read = readHeap, collect = collectHeap }: HeapGuardOptions) {
    this.#now = now;
    this.#read = read;
    this.#collect = collect;
  }

  get reading(): HeapReading {
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

  /** How often something was refused. */
  get refused(): number {
    return this.#refused;
  }

  /** @throws ProblemError `not-ready` when there is no room for it */
  requireRoom(work: LargeWork): void {
    this.#look();
    if (!this.#isFull) return;
    this.#refused += 1;
    throw new ProblemError("not-ready", { detail: text(refusals[work]), retryAfterSeconds }, { rule: "heap" });
  }
}
