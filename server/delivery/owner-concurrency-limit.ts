import "server-only";
import { putLastWithLimit } from "#lib/memo/put-last-with-limit.ts";
import type { ServerClock } from "#server/watch/clock.ts";

export interface OwnerConcurrencyLimitOptions {
  readonly clock: Pick<ServerClock, "monotonicMs">;
  /** Maximum of tasks that run concurrently. */
  readonly most: number;
  /** Maximum of concurrent tasks of one owner. */
  readonly mostEach: number;
  /** Slots for owners whose recent tasks were slow; the remaining slots stay free for other owners. */
  readonly mostSlow: number;
}

/** An owner whose recent tasks occupied slots for longer than this counts as slow. */
const slowMs = 5_000;
/** Half-life of an owner's recorded slot time, so that older tasks count less. */
const halfLifeMs = 60_000;
/** Maximum number of owners with recorded slot time; the oldest records are dropped first. */
const mostRemembered = 10_000;

interface Held {
  readonly ms: number;
  /** When `ms` was valid, in monotonic milliseconds. */
  readonly atMs: number;
}

/** A task that is waiting for a slot, or running. */
interface Turn {
  readonly owner: string;
  readonly begin: () => void;
}

/** Shares slots among owners. The next goes to the owner with the fewest running tasks, then the least recent slot. */
export class OwnerConcurrencyLimit {
  readonly #options: OwnerConcurrencyLimitOptions;
  readonly #waiting = new Set<Turn>();
  readonly #running = new Map<Turn, { readonly beganMs: number; readonly isSlow: boolean }>();
  readonly #held = new Map<string, Held>();

  constructor(options: OwnerConcurrencyLimitOptions) {
    this.#options = options;
  }

  /** Waits for a slot, then runs `work`. */
  async run<Value>(owner: string, work: () => Promise<Value>): Promise<Value> {
    const granted = Promise.withResolvers<void>();
    const turn: Turn = { owner, begin: () => granted.resolve() };
    this.#waiting.add(turn);
    this.#grant();
    await granted.promise;
    try {
      return await work();
    } finally {
      this.#end(turn);
      this.#grant();
    }
  }

  #grant(): void {
    for (let turn = this.#next(); turn !== undefined; turn = this.#next()) {
      this.#waiting.delete(turn);
      this.#running.set(turn, { beganMs: this.#options.clock.monotonicMs(), isSlow: this.#isSlow(turn.owner) });
      turn.begin();
    }
  }

  #next(): Turn | undefined {
    const { most, mostEach, mostSlow } = this.#options;
    if (this.#running.size >= most) return undefined;
    const ofOwner = new Map<string, number>();
    for (const { owner } of this.#running.keys()) ofOwner.set(owner, (ofOwner.get(owner) ?? 0) + 1);
    const isFull = [...this.#running.values()].filter(({ isSlow }) => isSlow).length >= mostSlow;
    let [best, least]: [Turn | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    for (const turn of this.#waiting) {
      const runs = ofOwner.get(turn.owner) ?? 0;
      if (runs >= mostEach || (isFull && this.#isSlow(turn.owner))) continue;
      const cost = runs * slowMs + this.#heldMs(turn.owner);
      if (cost < least) [best, least] = [turn, cost];
    }
    return best;
  }

  #isSlow(owner: string): boolean {
    return this.#heldMs(owner) > slowMs;
  }

  #heldMs(owner: string): number {
    const held = this.#held.get(owner);
    return held === undefined ? 0 : held.ms * 0.5 ** ((this.#options.clock.monotonicMs() - held.atMs) / halfLifeMs);
  }

  #end(turn: Turn): void {
    const atMs = this.#options.clock.monotonicMs();
    const ms = this.#heldMs(turn.owner) + atMs - (this.#running.get(turn)?.beganMs ?? atMs);
    this.#running.delete(turn);
    putLastWithLimit(this.#held, [turn.owner, { ms, atMs }], mostRemembered);
  }
}
