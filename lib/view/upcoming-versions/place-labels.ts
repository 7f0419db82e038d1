/** Label of a mark on a timeline, with its position and width in px. */
export interface LabelledMark {
  /** Position of the mark from the left, in px. */
  readonly atPx: number;
  readonly widthPx: number;
}

/** Position of a label on a timeline: from the left, and its line below the marks, from 0. */
export interface PlacedLabel {
  readonly leftPx: number;
  readonly line: number;
}

const gapPx = 12;

/**
 * Places the labels of a timeline without overlap: each begins at its mark, or ends at the right edge, on the first
 * free line. They are placed from right to left, so that no connector crosses another label.
 *
 * @param marks in time order
 */
export function placeLabels(marks: readonly LabelledMark[], widthPx: number): readonly PlacedLabel[] {
  const takenFrom: number[] = [];
  return marks
    .toReversed()
    .map((mark): PlacedLabel => {
      const leftPx = Math.max(0, Math.min(mark.atPx, widthPx - mark.widthPx));
      const free = takenFrom.findIndex((from) => leftPx + mark.widthPx + gapPx <= from);
      const line = free === -1 ? takenFrom.length : free;
      takenFrom[line] = leftPx;
      return { leftPx, line };
    })
    .toReversed();
}
