/** Number of critical tasks in progress. */
let underWay = 0;
const waiting = new Set<() => void>();

/**
 * Marks the start of critical work, such as the first load of data. Optional work waits until it has ended.
 * @returns a function that marks its end
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
 * Runs a function once no critical work is in progress, at once if there is none.
 *
 * @returns a function that cancels it
 */
export function afterCriticalWork(run: () => void): () => void {
  if (underWay === 0) {
    run();
    return () => undefined;
  }
  waiting.add(run);
  return () => void waiting.delete(run);
}
