import type { SavedView, ViewChangeRequest } from "#lib/contract/views.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import {
  addEntry,
  type ChangedEntries,
  type EntryChangeContext,
  type EntryError,
  findEntry,
  removeEntry,
  replaceEntry,
} from "#lib/stored-entries/change-entries.ts";
import type { EntryDocument } from "#lib/stored-entries/entry-document.ts";
import { defaultViewKeyOf, viewEntries } from "./view-document.ts";

export type ViewError = EntryError | "not-of-the-list";

/** Applies one user's change to the current views; changes of different views never conflict. */
export function changeViews(
  book: EntryDocument,
  change: ViewChangeRequest,
  { by, at, newId }: EntryChangeContext,
): Result<ChangedEntries<SavedView>, ViewError> {
  switch (change.kind) {
    case "save": {
      const { name, address } = change;
      return addEntry(book, viewEntries, { id: newId, name, address, by, at });
    }
    case "change": {
      const { id, seen, name, address } = change;
      const changed = (view: SavedView) => ({ ...view, name: name ?? view.name, address: address ?? view.address });
      return replaceEntry(book, viewEntries, { id, seen, change: (view) => ({ ...changed(view), by, at }) });
    }
    case "delete":
      return remove(book, change);
    case "open-with":
      return openWith(book, change);
    default:
      return change satisfies never;
  }
}

type Of<Kind extends ViewChangeRequest["kind"]> = Extract<ViewChangeRequest, { readonly kind: Kind }>;

function remove(book: EntryDocument, { project, id, seen }: Of<"delete">) {
  const removed = removeEntry(book, viewEntries, { id, seen });
  if (!removed.ok) return removed;
  const first = defaultViewKeyOf(book);
  const isFirst = project === undefined && first?.project === undefined && first?.id === id;
  const { book: left, entry } = removed.value;
  return ok({ book: isFirst ? { ...left, rest: withoutFirst(book) } : left, entry });
}

function openWith(book: EntryDocument, { view }: Of<"open-with">): Result<ChangedEntries<SavedView>, ViewError> {
  if (view === undefined) return ok({ book: { ...book, rest: withoutFirst(book) } });
  // The views of a project are stored elsewhere, so whether this view exists is checked only when it is opened.
  const own = view.project === undefined ? findEntry(book, viewEntries, view) : undefined;
  if (own?.ok === false) return own;
  if (own?.ok === true && !isClusterListView(own.value)) return fail("not-of-the-list");
  return ok({ book: { ...book, rest: { ...book.rest, opensWith: view } } });
}

/** Returns whether a view is one of the cluster list. */
export function isClusterListView({ address }: Pick<SavedView, "address">): boolean {
  return address.split("?", 1)[0] === "/clusters";
}

function withoutFirst({ rest }: EntryDocument): EntryDocument["rest"] {
  const { opensWith: _, ...others } = rest;
  return others;
}
