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

/** The lines that are in view, in part or whole, and so many around them. */
export function linesInView({ topPx, viewPx, linePx, count }: ListView, around = 0): LineSpan {
  return clip(
    { first: Math.floor(topPx / linePx) - around, end: Math.ceil((topPx + viewPx) / linePx) + around },
    { first: 0, end: count },
  );
}

/** The part of a span that lies in another; an empty one at its nearer edge where none does. */
function clip({ first, end }: LineSpan, { first: low, end: high }: LineSpan): LineSpan {
  const from = Math.min(Math.max(first, low), high);
  return { first: from, end: Math.max(from, Math.min(end, high)) };
}

/** What is painted, in order, what should be, and the part of it that is in view, which comes first. */
interface Painting {
  readonly painted: readonly number[];
  readonly wanted: LineSpan;
  readonly inView: LineSpan;
}

/** The next lines to paint: none that is not wanted, and at most so many new ones. The same ones where all is done. */
export function nextLines({ painted, wanted, inView }: Painting, most: number): readonly number[] {
  const staying = painted.filter((line) => isIn(wanted, line));
  const known = new Set(staying);
  const below = linesOf({ first: inView.end, end: wanted.end });
  const above = linesOf({ first: wanted.first, end: inView.first }).reverse();
  const added = [...linesOf(inView), ...below, ...above].filter((line) => !known.has(line)).slice(0, most);
  if (added.length === 0 && staying.length === painted.length) return painted;
  return [...staying, ...added].sort((a, b) => a - b);
}

export function linesOf({ first, end }: LineSpan): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place);
}

export function isIn({ first, end }: LineSpan, line: number): boolean {
  return first <= line && line < end;
}
