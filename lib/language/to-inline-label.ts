import { languageNow } from "./language-bundle.ts";
import { sourceLanguage } from "./languages.ts";

/** Returns a label for use within a sentence: lower case in English only, as German nouns are capitalised. */
export function toInlineLabel(label: string): string {
  return languageNow() === sourceLanguage ? label.toLowerCase() : label;
}

/** Returns the same for a label with names: lower-cases only its first letter, unless it begins with a name. */
export function toInlineNamedLabel(label: string): string {
  if (languageNow() !== sourceLanguage) return label;
  return label.replace(/^[A-Z](?=[a-z]+(?![A-Za-z]))/, (letter) => letter.toLowerCase());
}
