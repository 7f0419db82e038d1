/** What the page does before anything else, and who waits for its end. */
let underWay = 0;
const waiting = new Set<() => void>();

/**
 * Something comes first from now on: what is good to have shall not take its time.
 *
 * @returns its end
 */
export function startCriticalWork(): () => void {
  underWay += 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    underWay -= 1;
    if (underWay > 0) return;
    const all = [...waiting];
    waiting.clear();
    for (const run of all) run();
  };
}

/**
 * Does it once nothing comes first, at once where nothing does.
 *
 * @returns the way to call it off
 */
export function afterCriticalWork(run: () => void): () => void {
  if (underWay === 0) {
    run();
    return () => undefined;
  }
  waiting.add(run);
  return () => void waiting.delete(run);
}
