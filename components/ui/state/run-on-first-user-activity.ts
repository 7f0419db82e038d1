/** Events that show that the user is about to use the page. */
const signs = ["pointermove", "pointerdown", "keydown", "focusin"] as const;
const passively = { capture: true, passive: true } as const;

/**
 * Runs a function at the first user activity, or after `latestMs` without any: for work that prepares the next action.
 * Tabs that are opened together therefore do not compete for the processor.
 * @returns a function that cancels it
 */
export function runOnFirstUserActivity(run: () => void, latestMs: number): () => void {
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
