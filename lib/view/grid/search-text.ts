/** Text of the search box and of the URL, which is updated with a delay. */
export interface SearchText {
  readonly typed: string;
  /** Search text in the URL. */
  readonly addressed: string;
  /** Texts that are being written to the URL, oldest first. */
  readonly written: readonly string[];
}

export function createSearchText(addressed: string): SearchText {
  return { typed: addressed, addressed, written: [] };
}

/** Records that a text is being written to the URL, which contains it from the next render on. */
export function recordWrittenText(text: SearchText, written: string): SearchText {
  return { ...text, written: [...text.written, written] };
}

/**
 * Handles a changed text in the URL. A text written by the search box keeps the text of the box, which may be newer;
 * any other text (from Back, a link, a chip) replaces it.
 */
export function withSearchTextFromUrl(text: SearchText, addressed: string): SearchText {
  const arrived = text.written.lastIndexOf(addressed);
  if (arrived === -1) return createSearchText(addressed);
  return { ...text, addressed, written: text.written.slice(arrived + 1) };
}
