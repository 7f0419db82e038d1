import type { RuleValues } from "../editions/rules.ts";

/** How many of the ascending instants have taken effect at `now`. */
export function passedTransitions(
  transitions: readonly number[],
  now: number,
  boundary: RuleValues["class.boundary"],
): number {
  let low = 0;
  let high = transitions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = transitions[middle] ?? 0;
    if (boundary === "strict" ? at < now : at <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}
