import type { Message } from "#lib/language/text.ts";
/** A word, and what it means in plain words. */
export interface GlossaryEntry {
  /** The end of its address, as in `/glossary#forced-update`. Links are kept by people: it stays as it is. */
  readonly id: string;
  /** The word as screens say it first, then others for the same. */
  readonly word: Message;
  /** Code between backticks. */
  readonly meaning: Message;
  /** Who has defined it, where to read more. */
  readonly source?: string;
}

/** Entries by their id. */
export type GlossaryWords = Readonly<Record<string, Omit<GlossaryEntry, "id">>>;
