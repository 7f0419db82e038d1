/** Half of a frame. */
export const mostTurnMs = 8;

/**
 * Says of long work whether its task has lasted for half a frame: then it should yield and begin another. By the clock,
 * because a slice that takes 10 ms on one machine takes 60 on another, or while the page's code is new to the browser.
 */
export class PageTurn {
  #begunAt = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#begunAt >= mostTurnMs;
  }

  /** Lets the page answer and paint, and begins the next turn. */
  async next(): Promise<void> {
    await yieldToPage();
    this.#begunAt = performance.now();
  }
}

/** Lets the page answer and paint before long work goes on. */
function yieldToPage(): Promise<void> {
  // Goes on before other tasks that wait; where the browser does not know it, after them.
  if (typeof scheduler !== "undefined" && "yield" in scheduler) return scheduler.yield();
  return new Promise((resolve) => {
    // Not a timer: in a tab that nobody looks at, each would take a second.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
