import "server-only";

/** Rows per turn of the event loop. */
const sliceSize = 100;

export interface RowQueueOptions {
  /** Whether rows can be computed: before profiles are read, all rows would have to be computed twice. */
  readonly isReady: () => boolean;
  /** `receivedAtMs`: when the row was first marked. */
  readonly refresh: (uid: string, receivedAtMs: number) => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly yieldToLoop: () => Promise<void>;
  /** Called when every marked row has been computed. */
  readonly onDrained: () => void;
}

/** Computes rows in slices, so that a change of the whole fleet blocks nothing else. */
export function createRowQueue({ isReady, refresh, now, yieldToLoop, onDrained }: RowQueueOptions) {
  /** Marked uids, with the time of the first mark. */
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
    /** Whether no marked row is waiting. */
    get isIdle() {
      return dirty.size === 0 && !draining;
    },
    /** Marks rows for recomputation, each once. Also checks again whether the queue can start. */
    mark(uids: Iterable<string>): void {
      const receivedAtMs = now();
      for (const uid of uids) if (!dirty.has(uid)) dirty.set(uid, receivedAtMs);
      void drain();
    },
    /** Like `mark`, but ahead of everything already marked. */
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
