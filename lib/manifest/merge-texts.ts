import { diff3Merge } from "node-diff3";

/** Line-by-line merge of two changed texts. */
export interface MergedTexts {
  readonly text: string;
  /** Number of places that both have changed differently; there the first side is kept. */
  readonly conflicts: number;
}

/** Applies the changes from `base` to `mine` onto `theirs`. */
export function mergeTexts(mine: string, base: string, theirs: string): MergedTexts {
  const regions = diff3Merge(mine.split("\n"), base.split("\n"), theirs.split("\n"), { excludeFalseConflicts: true });
  const lines = regions.flatMap(({ ok, conflict }) => ok ?? conflict?.a ?? []);
  return { text: lines.join("\n"), conflicts: regions.filter(({ conflict }) => conflict !== undefined).length };
}
