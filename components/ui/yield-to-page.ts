/** Lets the page answer and paint before long work goes on. */
export function yieldToPage(): Promise<void> {
  // Goes on before other tasks that wait; where the browser does not know it, after them.
  if (typeof scheduler !== "undefined" && "yield" in scheduler) return scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}
