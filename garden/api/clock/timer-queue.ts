import "server-only";

interface Timer {
  readonly dueAtMs: number;
  readonly callback: () => void;
}

/** Creates a queue of timers, ordered by due time. Timers with the same due time are ordered by when they were set. */
export function createTimerQueue() {
  /** Timers, the next due one last. A cancelled timer stays in the queue until it becomes the last one. */
  const waiting: (Timer & { cancelled: boolean })[] = [];

  /** Returns the next timer without removing it from the queue. */
  function peek(): Timer | undefined {
    while (waiting.at(-1)?.cancelled) waiting.pop();
    return waiting.at(-1);
  }

  return {
    add(timer: Timer): () => void {
      const entry = { ...timer, cancelled: false };
      let low = 0;
      let high = waiting.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((waiting[middle]?.dueAtMs ?? 0) > timer.dueAtMs) low = middle + 1;
        else high = middle;
      }
      waiting.splice(low, 0, entry);
      return () => {
        entry.cancelled = true;
      };
    },
    peek,
    take(): Timer | undefined {
      peek();
      return waiting.pop();
    },
    clear(): void {
      waiting.length = 0;
    },
  };
}
