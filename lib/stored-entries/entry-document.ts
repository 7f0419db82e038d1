import type * as z from "zod/mini";
import { parseStoredJson } from "#lib/kube/stored-json.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Something with a name that a user or a project stores in a list. `by` and `at`: who changed it last, and when. */
export interface StoredEntry {
  readonly id: string;
  readonly name: string;
  readonly by: string;
  readonly at: string;
}

/** Stored list of one user or project. Unknown entries and fields of a newer build are kept unchanged. */
export interface EntryDocument {
  readonly entries: readonly unknown[];
  readonly rest: Readonly<Record<string, unknown>>;
}

export const emptyEntryDocument: EntryDocument = { entries: [], rest: {} };

/** What is stored in a list: saved views, or templates of clusters. */
export interface EntryKind<Entry extends StoredEntry> {
  /** Name of the list: the key of the ConfigMap's data, and of the JSON in it. */
  readonly list: string;
  /** Maximum number of entries per user or project. */
  readonly most: number;
  /** Whether several entries can have the same name. */
  readonly namesRepeat?: boolean;
  /** Parses a stored entry; undefined if this build does not know its format. */
  readonly parse: (entry: unknown) => Entry | undefined;
}

/** Returns a parser of stored entries that match a schema. */
export function entryParser<Schema extends z.ZodMiniType>(
  schema: Schema,
): (entry: unknown) => z.infer<Schema> | undefined {
  return (entry) => {
    const parsed = schema.safeParse(entry);
    return parsed.success ? parsed.data : undefined;
  };
}

type ListName = Pick<EntryKind<StoredEntry>, "list">;

/** Parses the stored list of a user or project; undefined if invalid. It is then neither shown nor overwritten. */
export function parseEntryDocument(text: string, { list }: ListName): EntryDocument | undefined {
  const value = parseStoredJson(text);
  if (!isRecord(value)) return undefined;
  const { [list]: entries, ...rest } = value;
  return Array.isArray(entries) ? { entries, rest } : undefined;
}

export function formatEntryDocument({ entries, rest }: EntryDocument, { list }: ListName): string {
  return JSON.stringify({ ...rest, [list]: entries });
}

interface ShownEntries<Entry> {
  readonly shown: readonly Entry[];
  /** Number of stored entries that are not included. */
  readonly unshown: number;
}

/** Returns the stored entries by name, up to the maximum, which edits with kubectl may exceed. */
export function shownEntriesOf<Entry extends StoredEntry>(
  { entries }: EntryDocument,
  { most, parse }: EntryKind<Entry>,
): ShownEntries<Entry> {
  const shown = entries
    .slice(0, most)
    .flatMap((entry) => parse(entry) ?? [])
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
  return { shown, unshown: entries.length - shown.length };
}
