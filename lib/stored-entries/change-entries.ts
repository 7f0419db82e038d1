import { isRecord } from "#lib/kube/wire.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import type { EntryDocument, EntryKind, StoredEntry } from "./entry-document.ts";

export type EntryError = "too-many" | "name-taken" | "unknown-entry" | "changed-meanwhile";

/** Author and time of a change, and the id for a new entry. */
export interface EntryChangeContext {
  readonly by: string;
  readonly at: string;
  readonly newId: string;
}

/** Stored list after a change, and the entry that was written. */
export interface ChangedEntries<Entry> {
  readonly book: EntryDocument;
  readonly entry?: Entry;
}

/** The entry that a user saw: its id, and the time of the version. */
export interface SeenEntry {
  readonly id: string;
  readonly seen: string;
}

type Changed<Entry> = Result<Required<ChangedEntries<Entry>>, EntryError>;

/** Adds an entry whose name no other one has. */
export function addEntry<Entry extends StoredEntry>(
  book: EntryDocument,
  kind: EntryKind<Entry>,
  entry: Entry,
): Changed<Entry> {
  if (book.entries.length >= kind.most) return fail("too-many");
  if (isTaken(book, kind, entry)) return fail("name-taken");
  return ok({ book: { ...book, entries: [...book.entries, entry] }, entry });
}

interface EntryReplacement<Entry> extends SeenEntry {
  readonly change: (entry: Entry) => Entry;
  /** Fields that the entry no longer has if the changed one lacks them. All others are kept, for newer builds. */
  readonly optional?: readonly (keyof Entry & string)[];
}

/** Changes an entry, unless it has changed since the user saw it. Changes of different entries never conflict. */
export function replaceEntry<Entry extends StoredEntry>(
  book: EntryDocument,
  kind: EntryKind<Entry>,
  { id, seen, change, optional = [] }: EntryReplacement<Entry>,
): Changed<Entry> {
  const found = findEntry(book, kind, { id, seen });
  if (!found.ok) return found;
  const entry = change(found.value);
  if (entry.name !== found.value.name && isTaken(book, kind, entry)) return fail("name-taken");
  const without = Object.fromEntries(optional.map((field) => [field, undefined]));
  const entries = book.entries.map((each) => (idOf(each) === id ? { ...record(each), ...without, ...entry } : each));
  return ok({ book: { ...book, entries }, entry });
}

/** Deletes an entry, unless it has changed since the user saw it. */
export function removeEntry<Entry extends StoredEntry>(
  book: EntryDocument,
  kind: EntryKind<Entry>,
  seen: SeenEntry,
): Changed<Entry> {
  const found = findEntry(book, kind, seen);
  if (!found.ok) return found;
  const entries = book.entries.filter((each) => idOf(each) !== seen.id);
  return ok({ book: { ...book, entries }, entry: found.value });
}

/** Finds a stored entry; of any version if none is given. */
export function findEntry<Entry extends StoredEntry>(
  { entries }: EntryDocument,
  { parse }: EntryKind<Entry>,
  { id, seen }: { readonly id: string; readonly seen?: string },
): Result<Entry, EntryError> {
  const entry = parse(entries.find((each) => idOf(each) === id));
  if (entry === undefined) return fail("unknown-entry");
  return seen !== undefined && entry.at !== seen ? fail("changed-meanwhile") : ok(entry);
}

function isTaken<Entry extends StoredEntry>(
  { entries }: EntryDocument,
  { parse, namesRepeat = false }: EntryKind<Entry>,
  { id, name }: Entry,
): boolean {
  if (namesRepeat) return false;
  return entries.some((entry) => idOf(entry) !== id && parse(entry)?.name === name);
}

function idOf(entry: unknown): unknown {
  return isRecord(entry) ? entry.id : undefined;
}

function record(entry: unknown): Readonly<Record<string, unknown>> {
  return isRecord(entry) ? entry : {};
}
