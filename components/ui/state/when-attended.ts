/** What somebody does who is about to use the page. */
const signs = ["pointermove", "pointerdown", "keydown", "focusin"] as const;
const passively = { capture: true, passive: true } as const;

/**
 * Does it once somebody moves in the page, at the latest after so many milliseconds: for work that prepares what they
 * may do next. Tabs that were opened all at once then leave each other the processor until all of them can be read.
 *
 * @returns the way to call it off
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
