import { type Message, message } from "#lib/language/text.ts";
import type { GlossaryEntry, GlossaryWords } from "./entry.ts";
import { gardenerWords } from "./gardener-words.ts";
import { kubernetesWords } from "./kubernetes-words.ts";
import { screenWords } from "./screen-words.ts";

/** Id of an existing entry. Screens link to entries by this type, so that a missing entry is a compile error. */
export type GlossaryId = keyof typeof words;

const words = { ...screenWords, ...gardenerWords, ...kubernetesWords };

export interface GlossarySection {
  readonly key: string;
  readonly title: Message;
  readonly entries: readonly GlossaryEntry[];
}

/** All terms on the screens that are not plain English. `docs/glossary.md` lists the same. */
export const glossary: readonly GlossarySection[] = [
  { key: "screens", title: message("On the screens"), entries: entriesOf(screenWords) },
  { key: "gardener", title: message("Gardener"), entries: entriesOf(gardenerWords) },
  { key: "kubernetes", title: message("Kubernetes"), entries: entriesOf(kubernetesWords) },
];

function entriesOf(words: GlossaryWords): readonly GlossaryEntry[] {
  return Object.entries(words).map(([id, entry]) => ({ id, ...entry }));
}

export function glossaryEntry(id: GlossaryId): GlossaryEntry {
  return { id, ...words[id] };
}

/** Sections reduced to the entries whose term or explanation contains the search text; empty sections are left out. */
export function searchGlossary(asked: string): readonly GlossarySection[] {
  const parts = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ word, meaning }: GlossaryEntry) => {
    const text = `${word} ${meaning}`.toLowerCase();
    return parts.every((each) => text.includes(each));
  };
  return glossary
    .map(({ entries, ...section }) => ({ ...section, entries: entries.filter(matches) }))
    .filter(({ entries }) => entries.length > 0);
}
