import "server-only";

/** Rows per turn of the event loop. */
const sliceSize = 100;

export interface RowQueueOptions {
  /** Rows made before their profiles are there would all be made twice. */
  readonly isReady: () => boolean;
  readonly refresh: (uid: string) => void;
  readonly yieldToLoop: () => Promise<void>;
  /** Every row that was marked has been made. */
  readonly onDrained: () => void;
}

export interface RowQueue {
  /** Rows to be made again, each once however often it is marked. Also asks anew whether it may begin. */
  mark(uids: Iterable<string>): void;
  /** Nothing is marked that was not made. */
  readonly isIdle: boolean;
  close(): void;
}

/** Makes rows in slices, so that a fleet that changes as a whole holds up nobody. */
export function createRowQueue({ isReady, refresh, yieldToLoop, onDrained }: RowQueueOptions): RowQueue {
  const dirty = new Set<string>();
  let draining = false;
  let closed = false;

  async function drain(): Promise<void> {
    if (draining || !isReady()) return;
    draining = true;
    while (dirty.size > 0 && !closed) {
      let left = sliceSize;
      for (const uid of dirty) {
        dirty.delete(uid);
        refresh(uid);
        left -= 1;
        if (left === 0) break;
      }
      if (dirty.size > 0) await yieldToLoop();
    }
    draining = false;
    if (!closed && dirty.size === 0) onDrained();
  }

  return {
    get isIdle() {
      return dirty.size === 0 && !draining;
    },
    mark(uids) {
      for (const uid of uids) dirty.add(uid);
      void drain();
    },
    close() {
      closed = true;
    },
  };
}
