/** Lets the page answer and paint before long work goes on. */
export function yieldToPage(): Promise<void> {
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
