import type { Message } from "#lib/language/text.ts";
/** Entry of the glossary: a term and its explanation. */
export interface GlossaryEntry {
  /** Fragment of its URL, as in `/glossary#forced-update`. Users keep such links, so an id must never change. */
  readonly id: string;
  /** Term in the form that screens use, followed by its synonyms. */
  readonly word: Message;
  /** Explanation; backticks mark code. */
  readonly meaning: Message;
  /** Origin of the term, and where to read more. */
  readonly source?: string;
}

/** Glossary entries by id. */
export type GlossaryTerms = Readonly<Record<string, Omit<GlossaryEntry, "id">>>;
