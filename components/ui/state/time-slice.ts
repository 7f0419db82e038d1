/** Longest time in ms that a task should take without yielding: half of a frame. */
export const maxTimeSliceMs = 8;

/**
 * Measures how long the current task has run, so that long work can yield after half a frame. It measures time instead
 * of counting steps, because the same step may take 10 ms on one machine and 60 ms on another.
 */
export class TimeSlice {
  #begunAt = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#begunAt >= maxTimeSliceMs;
  }

  /** Yields to input and painting, and then begins the next time slice. */
  async next(): Promise<void> {
    await yieldToPage();
    this.#begunAt = performance.now();
  }
}

/** Yields to the browser, so that it can handle input and paint. */
function yieldToPage(): Promise<void> {
  // `scheduler.yield` continues before other queued tasks; the fallback below continues after them.
  if (typeof scheduler !== "undefined" && "yield" in scheduler) return scheduler.yield();
  return new Promise((resolve) => {
    // A MessageChannel is used instead of a timer, because timers in a hidden tab fire only once a second.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
