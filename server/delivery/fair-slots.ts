import "server-only";
import { putLast } from "#lib/memo/put-last.ts";
import type { ServerClock } from "#server/watch/clock.ts";

export interface FairSlotsOptions {
  readonly clock: Pick<ServerClock, "monotonicMs">;
  /** Concurrent pieces of work. */
  readonly most: number;
  /** Concurrent pieces of work of one owner. */
  readonly mostEach: number;
  /** Slots for owners whose recent work was slow; the rest stays free for the others. */
  readonly mostSlow: number;
}

/** Owners that recently held slots for longer than this count as slow. */
const slowMs = 5_000;
/** Half-life of the recorded slot time. */
const halfLifeMs = 60_000;
/** Beyond this many owners, those with the oldest record are dropped. */
const mostRemembered = 10_000;

interface Held {
  readonly ms: number;
  /** Monotonic milliseconds at which `ms` was valid. */
  readonly atMs: number;
}

/** One piece of work, waiting or running. */
interface Turn {
  readonly owner: string;
  readonly begin: () => void;
}

/** Shares slots among owners: the next is the owner with the fewest running, then with the least recent slot time. */
export class FairSlots {
  readonly #options: FairSlotsOptions;
  readonly #waiting = new Set<Turn>();
  readonly #running = new Map<Turn, { readonly beganMs: number; readonly isSlow: boolean }>();
  readonly #held = new Map<string, Held>();

  constructor(options: FairSlotsOptions) {
    this.#options = options;
  }

  /** Runs `work` when a slot is granted. */
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
    putLast(this.#held, [turn.owner, { ms, atMs }], mostRemembered);
  }
}
