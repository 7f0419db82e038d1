import { type Message, message } from "#lib/language/text.ts";
import { gardenerTerms } from "./gardener-terms.ts";
import type { GlossaryEntry, GlossaryTerms } from "./glossary-entry.ts";
import { kubernetesTerms } from "./kubernetes-terms.ts";
import { screenTerms } from "./screen-terms.ts";

/** Id of an existing entry. Screens link to entries by this type, so that a missing entry is a compile error. */
export type GlossaryId = keyof typeof labels;

const labels = { ...screenTerms, ...gardenerTerms, ...kubernetesTerms };

export interface GlossarySection {
  readonly key: string;
  readonly title: Message;
  readonly entries: readonly GlossaryEntry[];
}

/** Glossary of all terms on pages that are not plain English. `docs/glossary.md` contains the same terms. */
export const glossary: readonly GlossarySection[] = [
  { key: "screens", title: message("On the screens"), entries: entriesOf(screenTerms) },
  { key: "gardener", title: message("Gardener"), entries: entriesOf(gardenerTerms) },
  { key: "kubernetes", title: message("Kubernetes"), entries: entriesOf(kubernetesTerms) },
];

function entriesOf(words: GlossaryTerms): readonly GlossaryEntry[] {
  return Object.entries(words).map(([id, entry]) => ({ id, ...entry }));
}

export function glossaryEntry(id: GlossaryId): GlossaryEntry {
  return { id, ...labels[id] };
}

/** Glossary entries whose term or explanation contains the search text, in their sections; empty ones are left out. */
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
