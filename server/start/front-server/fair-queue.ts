import "server-only";

export interface Caller {
  /** Identifies the user or network; requests with the same key share one queue. */
  readonly key: string;
  /** Whether the request is from a signed-in user; these go first. */
  readonly isKnown: boolean;
}

export interface FairQueueLimits {
  readonly most: number;
  /** Maximum of slots for anonymous requests, so that signed-in users soon get one. */
  readonly mostOfStrangers: number;
  readonly mostWaiting: number;
  readonly mostWaitingEach: number;
}

interface Waiting {
  readonly caller: Caller;
  readonly go: () => void;
}

/** Thrown when too many requests are waiting already. */
export class QueueFull extends Error {}

/** Limits concurrent requests. Users take turns, so that many requests of one user do not delay the others. */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** Waiting requests by user, in the order of their turns: after a turn, a user moves to the end. */
  readonly #queues = new Map<string, Waiting[]>();
  #waiting = 0;
  #running = 0;
  #strangers = 0;
  /** Callbacks for the moment at which no request is waiting. */
  readonly #patient = new Set<() => void>();

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves when no request is waiting; rejects with the signal's reason if it aborts first. */
  async nobodyWaits(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#waiting === 0) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    this.#patient.add(resolve);
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", leave);
      this.#patient.delete(resolve);
    }
  }

  /** Runs `work` when its turn comes. Rejects with QueueFull when too many are waiting, or with the signal's reason. */
  async run<Value>(caller: Caller, work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
    await this.#turn(caller, signal);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (!caller.isKnown) this.#strangers -= 1;
      this.#next();
    }
  }

  async #turn(caller: Caller, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#mayBegin(caller)) return this.#begin(caller);
    const { mostWaiting, mostWaitingEach } = this.#limits;
    const mine = this.#queues.get(keyOf(caller)) ?? [];
    // A queue full of anonymous requests does not exclude signed-in users, who only have their own limit.
    if ((this.#waiting >= mostWaiting && !caller.isKnown) || mine.length >= mostWaitingEach) throw new QueueFull();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#remove(waiting);
      reject(signal.reason);
    };
    const waiting: Waiting = {
      caller,
      go: () => {
        signal.removeEventListener("abort", leave);
        resolve();
      },
    };
    signal.addEventListener("abort", leave, { once: true });
    mine.push(waiting);
    this.#queues.set(keyOf(caller), mine);
    this.#waiting += 1;
    await promise;
  }

  #mayBegin({ isKnown }: Caller): boolean {
    const { most, mostOfStrangers } = this.#limits;
    return this.#running < most && (isKnown || this.#strangers < mostOfStrangers);
  }

  #begin({ isKnown }: Caller): void {
    this.#running += 1;
    if (!isKnown) this.#strangers += 1;
  }

  #next(): void {
    const next = this.#first(true) ?? this.#first(false);
    if (next === undefined || !this.#mayBegin(next.caller)) return;
    this.#remove(next);
    const queue = this.#queues.get(keyOf(next.caller));
    if (queue !== undefined) {
      // Moves the user to the end of the order.
      this.#queues.delete(keyOf(next.caller));
      this.#queues.set(keyOf(next.caller), queue);
    }
    this.#begin(next.caller);
    next.go();
  }

  #first(isKnown: boolean): Waiting | undefined {
    for (const [first] of this.#queues.values()) if (first?.caller.isKnown === isKnown) return first;
    return undefined;
  }

  #remove(waiting: Waiting): void {
    const key = keyOf(waiting.caller);
    const left = (this.#queues.get(key) ?? []).filter((each) => each !== waiting);
    if (left.length === 0) this.#queues.delete(key);
    else this.#queues.set(key, left);
    this.#waiting -= 1;
    if (this.#waiting === 0) for (const tell of this.#patient) tell();
  }
}

function keyOf({ key, isKnown }: Caller): string {
  return `${isKnown ? "known" : "stranger"} ${key}`;
}
