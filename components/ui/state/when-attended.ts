/** Events that show that the user is about to use the page. */
const signs = ["pointermove", "pointerdown", "keydown", "focusin"] as const;
const passively = { capture: true, passive: true } as const;

/**
 * Runs a function at the first user activity, at the latest after `latestMs`: for work that prepares the next action.
 * Tabs opened all at once thus leave each other the processor until all are readable.
 *
 * @returns a function that cancels it
 */
export function whenAttended(run: () => void, latestMs: number): () => void {
  const timer = setTimeout(begin, latestMs);
  for (const sign of signs) window.addEventListener(sign, begin, passively);
  return end;

  function begin(): void {
    end();
    run();
  }
  function end(): void {
    clearTimeout(timer);
    for (const sign of signs) window.removeEventListener(sign, begin, passively);
  }
}
