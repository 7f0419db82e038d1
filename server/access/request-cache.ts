import "server-only";
import { setTimeout as timer } from "node:timers/promises";
import { putLastWithLimit } from "#lib/memo/put-last-with-limit.ts";
import { GardenError, type GardenErrorReason } from "#server/garden/garden-error.ts";
import type { CacheMetrics } from "#server/metrics/scraped-metrics.ts";

/**
 * How long cached permissions stay valid for page loads and event streams while the garden's API server does not
 * answer. After that no more data is shown.
 */
export const maxExpiredAnswerAgeMs = 300_000;
/** How long a caller waits for a slow API server before the expired cached answer is returned instead. */
const patienceMs = 2_000;
/** After a failed request: how long the expired cached answer is returned without another request. */
const betweenAttemptsMs = 10_000;

/** Errors that mean that the API server did not answer. Any other error is its answer, and discards the cached one. */
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
  /** When the cached answer expires: Infinity while the request is pending, negative infinity after a failed one. */
  readonly until: number;
  readonly last: Last<Value> | undefined;
  /** Until this time the expired answer is returned without another request. */
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

export interface CacheReadOptions<Value> {
  /** Lifetime in milliseconds of an answer that should be cached for less than `ttlMs`. */
  readonly ttlMsOf?: (value: Value) => number;
  /** Maximum age of a cached answer in milliseconds, even while the garden's API server does not answer. */
  readonly maxAgeMs?: number | undefined;
}

/**
 * A cache of API server answers with one pending request per key. Errors are not cached; while the API server does not
 * answer, the last answer stays valid a little longer.
 */
export class RequestCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #options: RequestCacheOptions;
  readonly #given = { hit: 0, miss: 0, last: 0 };

  constructor(options: RequestCacheOptions) {
    this.#options = options;
  }

  /** Number of returned answers by source (cached, new or expired), and number of cached entries. */
  get figures(): CacheMetrics {
    return { given: this.#given, held: this.#entries.size };
  }

  get(key: string, ask: () => Promise<Value>, patience: CacheReadOptions<Value> = {}): Promise<Value> {
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

  #ask(key: string, ask: () => Promise<Value>, { ttlMsOf }: CacheReadOptions<Value>): Promise<Value> {
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
        // If the entry was dropped meanwhile, pending callers still get the answer, but it is not cached.
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

  /** The new answer, or the expired cached one when the API server does not answer within `eventuallyTimeoutMs`. */
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

  /** Replaces the cache entry, unless it was dropped or requested again meanwhile. */
  #replace(entry: Entry<Value>, key: string, by: Entry<Value> | undefined): void {
    if (this.#entries.get(key)?.answer !== entry.answer) return;
    if (by === undefined) this.#entries.delete(key);
    else this.#put(key, by);
  }

  #put(key: string, entry: Entry<Value>): void {
    putLastWithLimit(this.#entries, [key, entry], this.#options.maxEntries);
  }
}

function trusted<Value>(last: Last<Value> | undefined, now: number): Last<Value> | undefined {
  return last !== undefined && now - last.askedAt < maxExpiredAnswerAgeMs ? last : undefined;
}

function isNoAnswer(error: unknown): boolean {
  return error instanceof GardenError && noAnswer.has(error.reason);
}

/** A timer that does not keep the process alive. */
function unheldPause(ms: number): Promise<unknown> {
  return timer(ms, undefined, { ref: false });
}
