import { csvOf } from "#lib/act/bulk/run-csv.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { countOf } from "#lib/words/count.ts";

/** A list as somebody takes it along. */
export interface ListFiles {
  /** Names the file, and the list inside the document: `rotations`. */
  readonly name: string;
  readonly noun: Noun;
  readonly count: number;
  /** What narrows the list down, as its address has it; empty where nothing does. */
  readonly filter: string;
  readonly table: readonly (readonly string[])[];
  readonly document: Readonly<Record<string, unknown>>;
  /** Commands that read the same from the garden. */
  readonly kubectl?: string;
}

export type Noun = readonly [one: string, many: string];

/** Instants are given as ISO texts. */
export type ExportedValue = string | number | boolean | undefined;

export interface ExportedField<Item> {
  readonly key: string;
  readonly label: string;
  readonly of: (item: Item) => ExportedValue;
}

interface ListOf<Item> {
  readonly name: string;
  readonly noun: Noun;
  readonly items: readonly Item[];
  readonly fields: readonly ExportedField<Item>[];
  readonly filter?: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly kubectl?: string;
}

/** Raised whenever a program that reads a document would misread it. */
export const documentFormat = 1;

/** The list as a table and as a document: the same lines in the same order, with the same fields. */
export function listFiles<Item>({ name, noun, items, fields, filter = "", now, kubectl }: ListOf<Item>): ListFiles {
  return {
    name,
    noun,
    count: items.length,
    filter,
    table: [fields.map(({ label }) => label), ...items.map((item) => fields.map(({ of }) => String(of(item) ?? "")))],
    document: {
      format: documentFormat,
      at: formatInstant(now),
      filter,
      count: items.length,
      [name]: items.map((item) => Object.fromEntries(fields.map(({ key, of }) => [key, of(item)]))),
    },
    ...(kubectl !== undefined && kubectl !== "" && { kubectl }),
  };
}

/** An instant of a list; nothing where there is none. */
export function instantText(atMs: number | undefined): string | undefined {
  return atMs === undefined || !Number.isFinite(atMs) ? undefined : formatInstant(atMs);
}

export function csvText({ table }: ListFiles): string {
  return csvOf(table);
}

export function jsonText({ document }: ListFiles): string {
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** `12 rotations, filter state=waiting`: what the files hold. */
export function filesInWords({ count, noun, filter }: Pick<ListFiles, "count" | "noun" | "filter">): string {
  const asked = filter.replace(/^\?/, "");
  const lines = countOf(count, ...noun);
  return asked === "" ? text("{lines}, no filter", { lines }) : text("{lines}, filter {asked}", { lines, asked });
}
