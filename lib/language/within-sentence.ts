import { sourceLanguage } from "./languages.ts";
import { languageNow } from "./speech.ts";

/** A label in the middle of a sentence. Only English writes it small there: German nouns keep their capitals. */
export function withinSentence(label: string): string {
  return languageNow() === sourceLanguage ? label.toLowerCase() : label;
}

/** The same for a label with names in it: only its first letter is written small, and not where it begins with a name. */
export function namedWithinSentence(label: string): string {
  if (languageNow() !== sourceLanguage) return label;
  return label.replace(/^[A-Z](?=[a-z]+(?![A-Za-z]))/, (letter) => letter.toLowerCase());
}
