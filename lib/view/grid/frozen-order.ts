/** Numbers of differences between the current list and the frozen order on screen. */
export interface OrderChanges {
  readonly entering: number;
  readonly leaving: number;
  readonly moving: number;
}

/**
 * Returns the changes from the frozen order `shown` to `next`. Moves are the minimum number of rows that change their
 * position, so that one row jumping to the top counts as one and not as a thousand.
 */
export function orderChangesBetween(shown: readonly string[], next: readonly string[]): OrderChanges {
  const place = new Map(next.map((id, index) => [id, index]));
  const common = shown.flatMap((id) => place.get(id) ?? []);
  return {
    entering: next.length - common.length,
    leaving: shown.length - common.length,
    moving: common.length - longestRising(common),
  };
}

export function countOrderChanges({ entering, leaving, moving }: OrderChanges): number {
  return entering + leaving + moving;
}

/** Length of the longest increasing subsequence (patience sorting). */
function longestRising(values: readonly number[]): number {
  const tails: number[] = [];
  for (const value of values) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    tails[low] = value;
  }
  return tails.length;
}
