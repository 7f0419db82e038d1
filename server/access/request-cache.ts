import "server-only";
import { setTimeout as timer } from "node:timers/promises";
import { putLast } from "#lib/memo/put-last.ts";
import { GardenError, type GardenErrorReason } from "#server/garden/garden-error.ts";
import type { CacheMetrics } from "#server/metrics/scraped-metrics.ts";

/**
 * How long a last answer is trusted while the garden cannot be asked again, for page loads and open streams. After that
 * nothing more is shown.
 */
export const lastResponseTrustMs = 300_000;
/** How long a caller with a cached last answer waits for a hanging garden. */
const patienceMs = 2_000;
/** How long the last answer is returned immediately after a failed attempt to ask the garden. */
const betweenAttemptsMs = 10_000;

/** Errors that say nothing about the question. Any other error is the garden's answer and discards the last answer. */
const noAnswer: ReadonlySet<GardenErrorReason> = new Set([
  "unreachable",
  "timeout",
  "unavailable",
  "internal",
  "too-many-requests",
]);

interface Last<Value> {
  readonly value: Value;
  readonly askedAt: number;
}

interface Entry<Value> {
  readonly answer: Promise<Value>;
  readonly askedAt: number;
  /** Expiry. Infinity while the request is pending; negative infinity after the garden could not be asked. */
  readonly until: number;
  readonly last: Last<Value> | undefined;
  /** Until then the last answer is returned without asking again. */
  readonly lastUntil: number;
}

export interface RequestCacheOptions {
  readonly ttlMs: number;
  readonly maxEntries: number;
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Resolves after `ms`. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

export interface Patience<Value> {
  /** Can shorten the lifetime of an answer that is not worth caching for long. */
  readonly ttlMsOf?: (value: Value) => number;
  /** Rejects answers older than this, even while the garden cannot be asked. */
  readonly maxAgeMs?: number | undefined;
}

/**
 * A cache of answers with one pending request per key. Errors are not cached; when an error only means that the garden
 * is unavailable, the last answer stays valid a little longer.
 */
export class RequestCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #options: RequestCacheOptions;
  readonly #given = { hit: 0, miss: 0, last: 0 };

  constructor(options: RequestCacheOptions) {
    this.#options = options;
  }

  /** Counts of returned answers by source, and the number of cached entries. */
  get figures(): CacheMetrics {
    return { given: this.#given, held: this.#entries.size };
  }

  get(key: string, ask: () => Promise<Value>, patience: Patience<Value> = {}): Promise<Value> {
    const { maxAgeMs } = patience;
    const now = this.#options.now();
    const known = this.#entries.get(key);
    const isYoung = known !== undefined && (maxAgeMs === undefined || now - known.askedAt <= maxAgeMs);
    const good = isYoung && now < known.until ? known : undefined;
    if (good !== undefined && good.until < Number.POSITIVE_INFINITY) {
      this.#given.hit += 1;
      return good.answer;
    }
    const last = maxAgeMs === undefined ? trusted(known?.last, now) : undefined;
    if (last !== undefined && now < (known?.lastUntil ?? now)) return Promise.resolve(this.#lastOf(last));
    if (good !== undefined) this.#given.hit += 1;
    const answer = good?.answer ?? this.#ask(key, ask, patience);
    return last === undefined ? answer : this.#orLast(key, answer, last);
  }

  #ask(key: string, ask: () => Promise<Value>, { ttlMsOf }: Patience<Value>): Promise<Value> {
    const { now, ttlMs } = this.#options;
    this.#given.miss += 1;
    const askedAt = now();
    const last = this.#entries.get(key)?.last;
    const answer = ask();
    const entry: Entry<Value> = { answer, askedAt, until: Number.POSITIVE_INFINITY, last, lastUntil: askedAt };
    this.#put(key, entry);
    answer.then(
      (value) => {
        const until = now() + Math.min(ttlMs, ttlMsOf?.(value) ?? ttlMs);
        // If forgotten meanwhile: pending callers get the answer, but it is not cached.
        this.#replace(entry, key, { ...entry, until, last: { value, askedAt } });
      },
      (error: unknown) => {
        const kept = isNoAnswer(error) && trusted(last, now()) !== undefined;
        const lastUntil = now() + betweenAttemptsMs;
        this.#replace(entry, key, kept ? { ...entry, until: Number.NEGATIVE_INFINITY, lastUntil } : undefined);
      },
    );
    return answer;
  }

  /** The answer, or the last one when the garden cannot be asked or takes longer than `patienceMs`. */
  async #orLast(key: string, answer: Promise<Value>, last: Last<Value>): Promise<Value> {
    const { now, pause = unheldPause } = this.#options;
    const late = Symbol("late");
    try {
      const first = await Promise.race([answer, pause(patienceMs).then((): typeof late => late)]);
      if (first !== late) return first;
      const entry = this.#entries.get(key);
      if (entry?.answer === answer) this.#replace(entry, key, { ...entry, lastUntil: now() + betweenAttemptsMs });
    } catch (error) {
      if (!isNoAnswer(error) || trusted(last, now()) === undefined) throw error;
    }
    return this.#lastOf(last);
  }

  #lastOf({ value }: Last<Value>): Value {
    this.#given.last += 1;
    return value;
  }

  forget(isStale: (key: string) => boolean): void {
    for (const key of this.#entries.keys()) if (isStale(key)) this.#entries.delete(key);
  }

  /** Replaces the entry only if it is still current: it may have been forgotten or asked again. */
  #replace(entry: Entry<Value>, key: string, by: Entry<Value> | undefined): void {
    if (this.#entries.get(key)?.answer !== entry.answer) return;
    if (by === undefined) this.#entries.delete(key);
    else this.#put(key, by);
  }

  #put(key: string, entry: Entry<Value>): void {
    putLast(this.#entries, [key, entry], this.#options.maxEntries);
  }
}

function trusted<Value>(last: Last<Value> | undefined, now: number): Last<Value> | undefined {
  return last !== undefined && now - last.askedAt < lastResponseTrustMs ? last : undefined;
}

function isNoAnswer(error: unknown): boolean {
  return error instanceof GardenError && noAnswer.has(error.reason);
}

/** A timer that does not keep the process alive. */
function unheldPause(ms: number): Promise<unknown> {
  return timer(ms, undefined, { ref: false });
}
