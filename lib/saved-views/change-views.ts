import { viewLimits } from "#lib/contract/view-limits.ts";
import type { SavedView, ViewChangeRequest } from "#lib/contract/views.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { defaultViewKeyOf, parseViewEntry, type ViewDocument } from "./view-document.ts";

export type ViewError = "too-many" | "name-taken" | "unknown-view" | "changed-meanwhile" | "not-of-the-list";

/** Author and time of a change, and the id for a new view. */
export interface ViewChangeContext {
  readonly by: string;
  readonly at: string;
  readonly newId: string;
}

/** Stored views after a change, and the view that was written. */
export interface ChangedViews {
  readonly book: ViewDocument;
  readonly view?: SavedView;
}

/** Applies one user's change to the current views; changes of different views never conflict. */
export function changeViews(
  book: ViewDocument,
  change: ViewChangeRequest,
  hand: ViewChangeContext,
): Result<ChangedViews, ViewError> {
  switch (change.kind) {
    case "save":
      return save(book, change, hand);
    case "change":
      return rewrite(book, change, hand);
    case "delete":
      return remove(book, change);
    case "open-with":
      return openWith(book, change);
    default:
      return change satisfies never;
  }
}

type Of<Kind extends ViewChangeRequest["kind"]> = Extract<ViewChangeRequest, { readonly kind: Kind }>;

function save(
  book: ViewDocument,
  { name, address }: Of<"save">,
  hand: ViewChangeContext,
): Result<ChangedViews, ViewError> {
  if (book.entries.length >= viewLimits.views) return fail("too-many");
  if (isTaken(book, name)) return fail("name-taken");
  const view = { id: hand.newId, name, address, by: hand.by, at: hand.at };
  return ok({ book: { ...book, entries: [...book.entries, view] }, view });
}

function rewrite(
  book: ViewDocument,
  { id, seen, name, address }: Of<"change">,
  { by, at }: ViewChangeContext,
): Result<ChangedViews, ViewError> {
  const found = find(book, id, seen);
  if (!found.ok) return found;
  if (name !== undefined && isTaken(book, name, id)) return fail("name-taken");
  const view = { ...found.value, name: name ?? found.value.name, address: address ?? found.value.address, by, at };
  const entries = book.entries.map((entry) => (idOf(entry) === id ? { ...record(entry), ...view } : entry));
  return ok({ book: { ...book, entries }, view });
}

function remove(book: ViewDocument, { project, id, seen }: Of<"delete">): Result<ChangedViews, ViewError> {
  const found = find(book, id, seen);
  if (!found.ok) return found;
  const entries = book.entries.filter((entry) => idOf(entry) !== id);
  const first = defaultViewKeyOf(book);
  const isFirst = project === undefined && first?.project === undefined && first?.id === id;
  return ok({ book: { entries, rest: isFirst ? withoutFirst(book) : book.rest }, view: found.value });
}

function openWith(book: ViewDocument, { view }: Of<"open-with">): Result<ChangedViews, ViewError> {
  if (view === undefined) return ok({ book: { ...book, rest: withoutFirst(book) } });
  // The views of a project are stored elsewhere, so whether this view exists is checked only when it is opened.
  const own = view.project === undefined ? find(book, view.id) : undefined;
  if (own?.ok === false) return own;
  if (own?.ok === true && !isClusterListView(own.value)) return fail("not-of-the-list");
  return ok({ book: { ...book, rest: { ...book.rest, opensWith: view } } });
}

/** Returns whether a view is one of the cluster list. */
export function isClusterListView({ address }: Pick<SavedView, "address">): boolean {
  return address.split("?", 1)[0] === "/clusters";
}

function withoutFirst({ rest }: ViewDocument): ViewDocument["rest"] {
  const { opensWith: _, ...others } = rest;
  return others;
}

/** Finds a stored view. `seen`: time of the version that the user saw. */
function find({ entries }: ViewDocument, id: string, seen?: string): Result<SavedView, ViewError> {
  const view = parseViewEntry(entries.find((entry) => idOf(entry) === id));
  if (view === undefined) return fail("unknown-view");
  return seen !== undefined && view.at !== seen ? fail("changed-meanwhile") : ok(view);
}

function isTaken({ entries }: ViewDocument, name: string, by?: string): boolean {
  return entries.some((entry) => idOf(entry) !== by && parseViewEntry(entry)?.name === name);
}

function idOf(entry: unknown): unknown {
  return isRecord(entry) ? entry.id : undefined;
}

function record(entry: unknown): Readonly<Record<string, unknown>> {
  return isRecord(entry) ? entry : {};
}
