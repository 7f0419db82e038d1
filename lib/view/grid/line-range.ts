/** Lines of a list from `first` (inclusive) to `end` (exclusive). */
export interface LineRange {
  readonly first: number;
  readonly end: number;
}

/** Scroll state of a list with lines of equal height; lengths in px. */
export interface ListScrollState {
  readonly topPx: number;
  readonly viewPx: number;
  readonly linePx: number;
  readonly count: number;
}

/** Lines that are at least partly visible, plus `around` lines on each side. */
export function linesInView({ topPx, viewPx, linePx, count }: ListScrollState, around = 0): LineRange {
  return clip(
    { first: Math.floor(topPx / linePx) - around, end: Math.ceil((topPx + viewPx) / linePx) + around },
    { first: 0, end: count },
  );
}

/** Returns the intersection of two ranges; if empty, an empty range at the nearest edge. */
function clip({ first, end }: LineRange, { first: low, end: high }: LineRange): LineRange {
  const from = Math.min(Math.max(first, low), high);
  return { first: from, end: Math.max(from, Math.min(end, high)) };
}

/** Lines that are rendered in order, lines that should be rendered, and visible lines, which are rendered first. */
interface Painting {
  readonly painted: readonly number[];
  readonly wanted: LineRange;
  readonly inView: LineRange;
}

/** Next lines to render: only wanted ones, with at most `most` new ones. Returns the same array when complete. */
export function nextLinesToRender({ painted, wanted, inView }: Painting, most: number): readonly number[] {
  const staying = painted.filter((line) => isLineInRange(wanted, line));
  const known = new Set(staying);
  const below = lineNumbersInRange({ first: inView.end, end: wanted.end });
  const above = lineNumbersInRange({ first: wanted.first, end: inView.first }).reverse();
  const added = [...lineNumbersInRange(inView), ...below, ...above].filter((line) => !known.has(line)).slice(0, most);
  if (added.length === 0 && staying.length === painted.length) return painted;
  return [...staying, ...added].sort((a, b) => a - b);
}

export function lineNumbersInRange({ first, end }: LineRange): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place);
}

export function isLineInRange({ first, end }: LineRange, line: number): boolean {
  return first <= line && line < end;
}
