import { text } from "#lib/language/text.ts";

/** Describes why Almanac refuses a hibernation schedule that never matches, although the garden would accept it. */
export function describeNeverMatchingSchedule(expression: string): string {
  return text(
    "{expression} never comes: no date matches it. Gardener's controller would hang on it, and no schedule of any cluster would run.",
    { expression },
  );
}
