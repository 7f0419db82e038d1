import { diff3Merge } from "node-diff3";

/** Result of merging two changed versions of a text line by line. */
export interface MergedTexts {
  readonly text: string;
  /** Number of places that both versions have changed differently; the text of the first version is kept there. */
  readonly conflicts: number;
}

/** Applies the changes from `base` to `mine` to the text `theirs`. */
export function mergeTexts(mine: string, base: string, theirs: string): MergedTexts {
  const regions = diff3Merge(mine.split("\n"), base.split("\n"), theirs.split("\n"), { excludeFalseConflicts: true });
  const lines = regions.flatMap(({ ok, conflict }) => ok ?? conflict?.a ?? []);
  return { text: lines.join("\n"), conflicts: regions.filter(({ conflict }) => conflict !== undefined).length };
}
