import { clusterTemplateLimits } from "#lib/contract/cluster-template-limits.ts";
import {
  type ClusterTemplate,
  type ClusterTemplateChangeRequest,
  storedClusterTemplateSchema,
} from "#lib/contract/cluster-templates.ts";
import { usualStoredLimits } from "#lib/kube/stored-json.ts";
import { fail, type Result } from "#lib/result.ts";
import {
  addEntry,
  type ChangedEntries,
  type EntryChangeContext,
  type EntryError,
  removeEntry,
  replaceEntry,
} from "#lib/stored-entries/change-entries.ts";
import {
  type EntryDocument,
  type EntryKind,
  entryParser,
  formatEntryDocument,
} from "#lib/stored-entries/entry-document.ts";

/** How templates are stored, each as an entry of a list. */
export const templateEntries: EntryKind<ClusterTemplate> = {
  list: "templates",
  most: clusterTemplateLimits.templates,
  parse: entryParser(storedClusterTemplateSchema),
};

/** `too-large`: all templates of the user or project together, which nobody could read again. */
export type TemplateError = EntryError | "too-large";

/** Applies one user's change to the current templates; changes of different templates never conflict. */
export function changeTemplates(
  book: EntryDocument,
  change: ClusterTemplateChangeRequest,
  hand: EntryChangeContext,
): Result<ChangedEntries<ClusterTemplate>, TemplateError> {
  const changed = applyChange(book, change, hand);
  if (!changed.ok || change.kind === "delete") return changed;
  const { length } = formatEntryDocument(changed.value.book, templateEntries);
  return length > usualStoredLimits.characters - reserve ? fail("too-large") : changed;
}

/** Characters for what the server adds when it stores the list: the name of its owner. */
const reserve = 1_024;

function applyChange(book: EntryDocument, change: ClusterTemplateChangeRequest, { by, at, newId }: EntryChangeContext) {
  switch (change.kind) {
    case "save": {
      const { name, description, text } = change;
      return addEntry(book, templateEntries, { id: newId, name, ...(description && { description }), text, by, at });
    }
    case "change": {
      const { id, seen, name, description, text } = change;
      return replaceEntry(book, templateEntries, {
        ...{ id, seen },
        change: (template) => ({
          ...template,
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description }),
          ...(text !== undefined && { text }),
          ...{ by, at },
        }),
      });
    }
    case "delete":
      return removeEntry(book, templateEntries, change);
    default:
      return change satisfies never;
  }
}
