/** Lines of a list from `first` up to `end`, which is not among them. */
export interface LineSpan {
  readonly first: number;
  readonly end: number;
}

/** What a list of lines of one height shows; lengths in px. */
export interface ListView {
  readonly topPx: number;
  readonly viewPx: number;
  readonly linePx: number;
  readonly count: number;
}

export const noLines: LineSpan = { first: 0, end: 0 };

/** The lines that are in view, in part or whole, and so many around them. */
export function linesInView({ topPx, viewPx, linePx, count }: ListView, around = 0): LineSpan {
  return clip(
    { first: Math.floor(topPx / linePx) - around, end: Math.ceil((topPx + viewPx) / linePx) + around },
    { first: 0, end: count },
  );
}

/** The part of a span that lies in another; an empty one at its nearer edge where none does. */
export function clip({ first, end }: LineSpan, { first: low, end: high }: LineSpan): LineSpan {
  const from = Math.min(Math.max(first, low), high);
  return { first: from, end: Math.max(from, Math.min(end, high)) };
}

export function covers({ first, end }: LineSpan, wanted: LineSpan): boolean {
  return wanted.first >= wanted.end || (first <= wanted.first && wanted.end <= end);
}

/** What is painted, what should be, and the part of it that is in view, which comes first. */
interface Painting {
  readonly painted: LineSpan;
  readonly wanted: LineSpan;
  readonly inView: LineSpan;
}

/** The next span to paint: no line that is not wanted, and at most so many new ones. The same one where all is done. */
export function nextSpan({ painted, wanted, inView }: Painting, most: number): LineSpan {
  const isApart = painted.end <= inView.first || inView.end <= painted.first;
  let { first, end } = isApart ? { first: inView.first, end: inView.first } : clip(painted, wanted);
  let left = most;
  for (const { first: low, end: high } of [inView, wanted]) {
    const below = Math.min(left, Math.max(0, high - end));
    const above = Math.min(left - below, Math.max(0, first - low));
    end += below;
    first -= above;
    left -= below + above;
  }
  return first === painted.first && end === painted.end ? painted : { first, end };
}
