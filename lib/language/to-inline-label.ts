import { currentLanguage } from "./language-bundle.ts";
import { sourceLanguage } from "./languages.ts";

/** Returns a label for use within a sentence: lower case in English only, as German nouns are capitalised. */
export function toInlineLabel(label: string): string {
  return currentLanguage() === sourceLanguage ? label.toLowerCase() : label;
}

/** Lower-cases the first letter of a label with names, for use in a sentence, unless the label begins with a name. */
export function toInlineNamedLabel(label: string): string {
  if (currentLanguage() !== sourceLanguage) return label;
  return label.replace(/^[A-Z](?=[a-z]+(?![A-Za-z]))/, (letter) => letter.toLowerCase());
}
