import "server-only";

/** Rows per turn of the event loop. */
const sliceSize = 100;

export interface RowQueueOptions {
  /** Rows made before their profiles are there would all be made twice. */
  readonly isReady: () => boolean;
  /** `receivedAtMs`: when it was marked. */
  readonly refresh: (uid: string, receivedAtMs: number) => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly yieldToLoop: () => Promise<void>;
  /** Every row that was marked has been made. */
  readonly onDrained: () => void;
}

/** Makes rows in slices, so that a fleet that changes as a whole holds up nobody. */
export function createRowQueue({ isReady, refresh, now, yieldToLoop, onDrained }: RowQueueOptions) {
  /** Since when: of several marks the first. */
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
    /** Nothing is marked that was not made. */
    get isIdle() {
      return dirty.size === 0 && !draining;
    },
    /** Rows to be made again, each once however often it is marked. Also asks anew whether it may begin. */
    mark(uids: Iterable<string>): void {
      const receivedAtMs = now();
      for (const uid of uids) if (!dirty.has(uid)) dirty.set(uid, receivedAtMs);
      void drain();
    },
    /** The same, before all that is marked already. */
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
