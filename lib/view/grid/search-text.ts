/** The text of the search box beside the one in the address, which follows it later. */
export interface SearchText {
  readonly typed: string;
  /** As the address has it. */
  readonly addressed: string;
  /** On their way into the address, the oldest first. */
  readonly written: readonly string[];
}

export function searchText(addressed: string): SearchText {
  return { typed: addressed, addressed, written: [] };
}

/** The text is written into the address, which has it when the page is drawn the next time. */
export function writingText(text: SearchText, written: string): SearchText {
  return { ...text, written: [...text.written, written] };
}

/**
 * The address has another text. What was written from here has arrived, and the box may be further on by now; any other
 * came from outside, by Back, a link or a chip, and counts in the box as well.
 */
export function addressedAs(text: SearchText, addressed: string): SearchText {
  const arrived = text.written.lastIndexOf(addressed);
  if (arrived === -1) return searchText(addressed);
  return { ...text, addressed, written: text.written.slice(arrived + 1) };
}
