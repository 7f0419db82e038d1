import { Fragment } from "react";

/** Renders a long word in which lines may break after each match of `at`. */
export function renderBreakableWord(word: string, at: RegExp) {
  return word.split(at).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a word have no other name, and stay where they are.
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
