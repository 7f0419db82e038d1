import { text } from "#lib/language/text.ts";

/** Why Almanac does not write an expression that no time matches, although the garden would take it. */
export function sentenceOfNeverComing(expression: string): string {
  return text(
    "{expression} never comes: no date matches it. Gardener's controller would hang on it, and no schedule of any cluster would run.",
    { expression },
  );
}
