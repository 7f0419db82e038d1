import "server-only";
import { putLast } from "#lib/memo/put-last.ts";
import type { Clock } from "#server/watch/clock.ts";

export interface FairSlotsOptions {
  readonly clock: Pick<Clock, "monotonicMs">;
  /** Pieces of work that run at once. */
  readonly most: number;
  /** Of one owner. */
  readonly mostEach: number;
  /** Of all owners whose work took long lately: the rest stays free for those whose work did not. */
  readonly mostSlow: number;
}

/** Whoever has held slots for longer than this, of late, counts as slow. */
const slowMs = 5_000;
/** What was held is half forgotten after this. */
const halfLifeMs = 60_000;
/** Of more owners those are forgotten that have held nothing for the longest time. */
const mostRemembered = 10_000;

interface Held {
  readonly ms: number;
  /** Monotonic milliseconds: as of when. */
  readonly atMs: number;
}

/** One piece of work, which waits or runs. */
interface Turn {
  readonly owner: string;
  readonly begin: () => void;
}

/** Shares slots among owners: next is whoever runs least, and of those who has held slots for the shortest time lately. */
export class FairSlots {
  readonly #options: FairSlotsOptions;
  readonly #waiting = new Set<Turn>();
  readonly #running = new Map<Turn, { readonly beganMs: number; readonly isSlow: boolean }>();
  readonly #held = new Map<string, Held>();

  constructor(options: FairSlotsOptions) {
    this.#options = options;
  }

  /** Runs `work` when its turn comes. */
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
