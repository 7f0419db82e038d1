/** A label of a mark on a line of time. Lengths in pixels. */
export interface Labelled {
  /** Where its mark stands, from the left. */
  readonly atPx: number;
  readonly widthPx: number;
}

/** Where a label goes: from the left, and on which line beneath the marks, the first being 0. */
export interface Placed {
  readonly leftPx: number;
  readonly line: number;
}

const gapPx = 12;

/**
 * Places the labels of one line of time so that none covers another: each begins at its mark, or ends at the right edge,
 * on the first line that is free. From the right to the left, so that what leads down to a label crosses no other one.
 *
 * @param marks in the order of time
 */
export function placeLabels(marks: readonly Labelled[], widthPx: number): readonly Placed[] {
  const takenFrom: number[] = [];
  return marks
    .toReversed()
    .map((mark): Placed => {
      const leftPx = Math.max(0, Math.min(mark.atPx, widthPx - mark.widthPx));
      const free = takenFrom.findIndex((from) => leftPx + mark.widthPx + gapPx <= from);
      const line = free === -1 ? takenFrom.length : free;
      takenFrom[line] = leftPx;
      return { leftPx, line };
    })
    .toReversed();
}
