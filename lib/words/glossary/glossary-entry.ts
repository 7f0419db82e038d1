import type { Message } from "#lib/language/text.ts";
/** Entry of the glossary: a term and its explanation. */
export interface GlossaryEntry {
  /** Id of the entry and fragment of its URL: `/glossary#forced-update`. Users store such links: never change an id. */
  readonly id: string;
  /** Term as used on pages, followed by its synonyms. */
  readonly word: Message;
  /** Explanation of the term; backticks mark code. */
  readonly meaning: Message;
  /** URL of the term's origin, where to read more. */
  readonly source?: string;
}

/** Glossary entries by id. */
export type GlossaryTerms = Readonly<Record<string, Omit<GlossaryEntry, "id">>>;
