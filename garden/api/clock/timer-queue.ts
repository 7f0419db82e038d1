import "server-only";

interface Timer {
  readonly dueAtMs: number;
  readonly callback: () => void;
}

/** Timers by the instant at which they are due; of those due together, the one that was set first comes first. */
export interface TimerQueue {
  add(timer: Timer): () => void;
  /** The next timer, which stays in the queue. */
  peek(): Timer | undefined;
  take(): Timer | undefined;
  clear(): void;
}

interface Entry extends Timer {
  readonly sequence: number;
  cancelled: boolean;
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.dueAtMs < b.dueAtMs || (a.dueAtMs === b.dueAtMs && a.sequence < b.sequence);
}

/** A binary heap. A cancelled timer stays until its turn comes, and is then left out. */
export function createTimerQueue(): TimerQueue {
  const heap: Entry[] = [];
  let sequence = 0;

  function rise(entry: Entry): void {
    let place = heap.length;
    heap.push(entry);
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(entry, parent)) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = entry;
  }

  function sink(entry: Entry): void {
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const [first, second] = [heap[left], heap[left + 1]];
      if (first === undefined) break;
      const [below, child] = second !== undefined && isBefore(second, first) ? [left + 1, second] : [left, first];
      if (!isBefore(child, entry)) break;
      heap[place] = child;
      place = below;
    }
    heap[place] = entry;
  }

  function dropFirst(): void {
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) sink(last);
  }

  function peek(): Entry | undefined {
    while (heap[0]?.cancelled) dropFirst();
    return heap[0];
  }

  return {
    add({ dueAtMs, callback }) {
      const entry: Entry = { dueAtMs, callback, sequence, cancelled: false };
      sequence += 1;
      rise(entry);
      return () => {
        entry.cancelled = true;
      };
    },
    peek,
    take() {
      const next = peek();
      if (next !== undefined) dropFirst();
      return next;
    },
    clear() {
      heap.length = 0;
    },
  };
}
