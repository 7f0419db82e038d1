import "server-only";

/** Number of rows that are computed before other work gets a turn. */
const sliceSize = 100;

export interface RowQueueOptions {
  /** Whether rows can be computed yet: before the profiles are read, each row would have to be computed twice. */
  readonly isReady: () => boolean;
  /** Recomputes the row of a Shoot; `receivedAtMs` is when the recomputation was first requested. */
  readonly refresh: (uid: string, receivedAtMs: number) => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly yieldToLoop: () => Promise<void>;
  /** Called when no row is waiting to be recomputed. */
  readonly onDrained: () => void;
}

/** Queue of Shoots whose rows are recomputed in slices, so that a change of all rows blocks nothing else. */
export function createRowQueue({ isReady, refresh, now, yieldToLoop, onDrained }: RowQueueOptions) {
  /** Waiting Shoots by uid, with the time at which each was added. */
  const dirty = new Map<string, number>();
  let draining = false;
  let closed = false;

  async function drain(): Promise<void> {
    if (draining || !isReady()) return;
    draining = true;
    while (dirty.size > 0 && !closed) {
      let left = sliceSize;
      for (const [uid, receivedAtMs] of dirty) {
        dirty.delete(uid);
        refresh(uid, receivedAtMs);
        left -= 1;
        if (left === 0) break;
      }
      if (dirty.size > 0) await yieldToLoop();
    }
    draining = false;
    if (!closed && dirty.size === 0) onDrained();
  }

  return {
    /** Whether no row is waiting to be recomputed. */
    get isIdle() {
      return dirty.size === 0 && !draining;
    },
    /** Adds Shoots to the queue, each once, and starts the queue if rows can be computed by now. */
    mark(uids: Iterable<string>): void {
      const receivedAtMs = now();
      for (const uid of uids) if (!dirty.has(uid)) dirty.set(uid, receivedAtMs);
      void drain();
    },
    /** Like `mark`, but before all Shoots that are already waiting. */
    markFirst(uids: Iterable<string>): void {
      const receivedAtMs = now();
      const others = new Map(dirty);
      dirty.clear();
      for (const uid of uids) dirty.set(uid, others.get(uid) ?? receivedAtMs);
      for (const [uid, at] of others) if (!dirty.has(uid)) dirty.set(uid, at);
      void drain();
    },
    close(): void {
      closed = true;
    },
  };
}
