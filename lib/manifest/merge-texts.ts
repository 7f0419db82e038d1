import { diff3Merge } from "node-diff3";

/** Two changes of one text, brought together line by line. */
export interface MergedTexts {
  readonly text: string;
  /** Places that both have changed, each in another way: there the first side is kept. */
  readonly conflicts: number;
}

/** What `mine` has changed of `base`, on top of what `theirs` has become meanwhile. */
export function mergeTexts(mine: string, base: string, theirs: string): MergedTexts {
  const regions = diff3Merge(mine.split("\n"), base.split("\n"), theirs.split("\n"), { excludeFalseConflicts: true });
  const lines = regions.flatMap(({ ok, conflict }) => ok ?? conflict?.a ?? []);
  return { text: lines.join("\n"), conflicts: regions.filter(({ conflict }) => conflict !== undefined).length };
}
