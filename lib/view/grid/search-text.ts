/** Text of the search box and of the URL, which follows with a delay. */
export interface SearchText {
  readonly typed: string;
  /** Text in the URL. */
  readonly addressed: string;
  /** Texts not yet in the URL, oldest first. */
  readonly written: readonly string[];
}

export function createSearchText(addressed: string): SearchText {
  return { typed: addressed, addressed, written: [] };
}

/** Records that a text is being written to the URL, which has it from the next render on. */
export function recordWrittenText(text: SearchText, written: string): SearchText {
  return { ...text, written: [...text.written, written] };
}

/**
 * Handles a new text in the URL. A text written from here has arrived, and the box may be ahead of it; any other comes
 * from outside (Back, a link, a chip) and replaces the text of the box.
 */
export function addressedAs(text: SearchText, addressed: string): SearchText {
  const arrived = text.written.lastIndexOf(addressed);
  if (arrived === -1) return createSearchText(addressed);
  return { ...text, addressed, written: text.written.slice(arrived + 1) };
}
