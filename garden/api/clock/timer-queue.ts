import "server-only";

interface Timer {
  readonly dueAtMs: number;
  readonly callback: () => void;
}

/** Timers by the instant at which they are due; of those due together, the one that was set first comes first. */
export function createTimerQueue() {
  /** The next one stands last. A cancelled timer stays until its turn comes, and is then left out. */
  const waiting: (Timer & { cancelled: boolean })[] = [];

  /** The next timer, which stays in the queue. */
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
