import { csvOf } from "#lib/csv.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { inSourceLanguage } from "#lib/language/speech.ts";
import { text } from "#lib/language/text.ts";
import type { Caveat } from "#lib/policy/forecast/forecast-result.ts";

/** A list as somebody takes it along. */
export interface ListFiles {
  /** Names the file: `rotations`. */
  readonly name: string;
  readonly count: number;
  /** What narrows the list down, as its address has it; empty where nothing does. */
  readonly filter: string;
  readonly table: readonly (readonly string[])[];
  readonly document: Readonly<Record<string, unknown>>;
  /** Commands that read the same from the garden. */
  readonly kubectl?: string;
}

/** Says how many of its lines there are: `12 rotations`. */
export type Counted = (count: number) => string;

/** Instants are given as ISO texts. */
export type ExportedValue = string | number | boolean | undefined;

export interface ExportedField<Item> {
  /** The name of the column and of the document's field, in every language. */
  readonly key: string;
  /** What the table says, in the reader's words where it has any. */
  readonly of: (item: Item) => ExportedValue;
  /** What the document says instead, where the item holds words: codes, lists of names, objects of both. */
  readonly code?: (item: Item) => unknown;
}

/** How a list was asked for, and when. */
export interface Listed {
  readonly filter: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

interface ListOf<Item> {
  /** Names the list inside the document. */
  readonly name: string;
  /** Names the file, where that is another one. */
  readonly file?: string;
  readonly items: readonly Item[];
  readonly fields: readonly ExportedField<Item>[];
  /** What the document holds of an item, where it is not the fields. */
  readonly documentOf?: (item: Item) => unknown;
  /** Works the items out again, for the document, where all that they hold is words. */
  readonly again?: () => readonly Item[];
  readonly filter?: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly kubectl?: string;
}

/** Raised whenever a program that reads a document would misread it. */
const documentFormat = 2;

/**
 * The list as a table and as a document: the same lines in the same order, with the same fields. The table speaks to its
 * reader; the document is the same in every language.
 */
export function listFiles<Item>(list: ListOf<Item>): ListFiles {
  const { name, file = name, items, again, fields, filter = "", now, kubectl } = list;
  const ofFields = (item: Item) =>
    Object.fromEntries(fields.map(({ key, of, code = of }) => [key, code(item)] as const));
  return {
    name: file,
    count: items.length,
    filter,
    table: [fields.map(({ key }) => key), ...items.map((item) => fields.map(({ of }) => String(of(item) ?? "")))],
    document: {
      format: documentFormat,
      at: formatInstant(now),
      filter,
      count: items.length,
      [name]: inSourceLanguage(() => (again?.() ?? items).map(list.documentOf ?? ofFields)),
    },
    ...(kubectl && { kubectl }),
  };
}

/** An instant of a list; nothing where there is none. */
export function instantText(atMs: number | undefined): string | undefined {
  return atMs === undefined || !Number.isFinite(atMs) ? undefined : formatInstant(atMs);
}

export function csvText({ table }: ListFiles): string {
  return csvOf(table);
}

export function jsonText({ document }: ListFiles, caveats: readonly Caveat[]): string {
  const told = caveats.length === 0 ? document : { ...document, caveats };
  return `${JSON.stringify(told, undefined, 2)}\n`;
}

/** `12 rotations, filter state=waiting`: what the files hold. */
export function filesInWords({ count, filter }: Pick<ListFiles, "count" | "filter">, counted: Counted): string {
  const asked = filter.replace(/^\?/, "");
  const lines = counted(count);
  return asked === "" ? text("{lines}, no filter", { lines }) : text("{lines}, filter {asked}", { lines, asked });
}
