import { text } from "#lib/language/text.ts";

/** A list that can have fewer entries than there are. */
export interface CutList {
  readonly listed: number;
  readonly total: number;
  /** Whether there are even more than `total`. */
  readonly isAtLeast?: boolean;
  /** Whether the list has the first by name; true if undefined. */
  readonly isByName?: boolean;
}

/** Says that a list has only some entries, and how many there are; undefined if it has all. */
export function describeCutList({ listed, total, isAtLeast = false, isByName = true }: CutList): string | undefined {
  if (listed >= total && !isAtLeast) return undefined;
  if (isByName) {
    return isAtLeast
      ? text("The list has the first {listed, number} of more than {total, number} by name.", { listed, total })
      : text("The list has the first {listed, number} of {total, number} by name.", { listed, total });
  }
  return isAtLeast
    ? text("The list has {listed, number} of more than {total, number}.", { listed, total })
    : text("The list has {listed, number} of {total, number}.", { listed, total });
}
