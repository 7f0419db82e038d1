/** Half of a frame. */
export const maxTimeSliceMs = 8;

/**
 * Tells long work when its task has lasted half a frame and should yield. Measured by the clock, because a slice that
 * takes 10 ms on one machine takes 60 on another, or while the code is new to the browser.
 */
export class TimeSlice {
  #begunAt = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#begunAt >= maxTimeSliceMs;
  }

  /** Yields so that the page can handle input and paint, then begins the next turn. */
  async next(): Promise<void> {
    await yieldToPage();
    this.#begunAt = performance.now();
  }
}

/** Yields so that the page can handle input and paint. */
function yieldToPage(): Promise<void> {
  // Continues before other queued tasks; the fallback continues after them.
  if (typeof scheduler !== "undefined" && "yield" in scheduler) return scheduler.yield();
  return new Promise((resolve) => {
    // A MessageChannel instead of a timer: in a hidden tab each timer would take a second.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
