import { type RollOutState, rollOutStates } from "#lib/policy/next/roll-out.ts";
import type { RollOutGrid } from "#lib/view/seeds/roll-out-grid.ts";
import { rollOutLooks } from "./roll-out-looks.ts";

/** Edge of a square with the gap to the next one. */
const cell = 12;
const perLine = 40;
const moveTo = "M";

/**
 * Picture of a Seed's clusters. All squares of a state are one path, so that a hundred Seeds are quick to draw. Hidden
 * from screen readers, because the counts beside it say the same.
 */
export function RollOutSquares({ grid: { squares } }: { readonly grid: RollOutGrid }) {
  const width = Math.min(perLine, squares.length) * cell;
  const height = Math.ceil(squares.length / perLine) * cell;
  const paths = new Map<RollOutState, string[]>();
  for (const [index, state] of squares.entries()) {
    const [x, y] = [(index % perLine) * cell + 1.5, Math.floor(index / perLine) * cell + 1.5];
    const places = paths.get(state) ?? [];
    places.push(`${moveTo}${x} ${y}${rollOutLooks[state].shape}`);
    paths.set(state, places);
  }
  return (
    <svg
      aria-hidden
      data-graphic
      viewBox={`0 0 ${width} ${height}`}
      style={{ width }}
      className="h-auto max-w-full forced-color-adjust-none"
    >
      {rollOutStates.map((state) => {
        const places = paths.get(state);
        return places && <path key={state} d={places.join("")} fill={rollOutLooks[state].fill} fillRule="evenodd" />;
      })}
    </svg>
  );
}

/** Shape of one state, for legends and counts. */
export function RollOutShape({ state }: { readonly state: RollOutState }) {
  const { fill, shape } = rollOutLooks[state];
  return (
    <svg aria-hidden data-graphic viewBox="0 0 9 9" className="size-2.5 shrink-0 forced-color-adjust-none">
      <path d={`${moveTo}0 0${shape}`} fill={fill} fillRule="evenodd" />
    </svg>
  );
}
