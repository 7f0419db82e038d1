import { formatCsv } from "#lib/csv.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { runInSourceLanguage } from "#lib/language/language-bundle.ts";
import { text } from "#lib/language/text.ts";
import type { ForecastWarning } from "#lib/policy/forecast/forecast-result.ts";

/** List prepared for export. */
export interface PreparedListExport {
  /** Name of the exported files without extension: `rotations`. */
  readonly name: string;
  readonly count: number;
  /** Filter of the list as in the URL; empty without one. */
  readonly filter: string;
  readonly table: readonly (readonly string[])[];
  readonly document: Readonly<Record<string, unknown>>;
  /** Commands that read the same data from the garden. */
  readonly kubectl?: string;
}

/** Formats the number of rows: `12 rotations`. */
export type FormatListCount = (count: number) => string;

/** Value in an exported table: instants are ISO strings, and the table says yes or no for true and false. */
export type ExportedValue = string | number | boolean | undefined;

export interface ExportedField<Item> {
  /** Name of the JSON field, the same in every language. */
  readonly key: string;
  /** Title of the table's column, in the current language. */
  readonly title: string;
  /** Returns the table value of an item, translated if it is text. */
  readonly of: (item: Item) => ExportedValue;
  /** Returns the JSON value of an item instead of a translated text: codes, lists of names, or objects of both. */
  readonly code?: (item: Item) => unknown;
}

/** Filter and time of an exported list. */
export interface ExportContext {
  readonly filter: string;
  /** Current time in epoch milliseconds. */
  readonly now: number;
}

interface ListOf<Item> {
  /** Name of the list inside the JSON document. */
  readonly name: string;
  /** Name of the file, if it differs from `name`. */
  readonly file?: string;
  readonly items: readonly Item[];
  readonly fields: readonly ExportedField<Item>[];
  /** Returns the JSON of an item, if it is not built from the fields. */
  readonly documentOf?: (item: Item) => unknown;
  /** Recomputes the items in another language, if they consist of translated texts. */
  readonly again?: () => readonly Item[];
  readonly filter?: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly kubectl?: string;
}

/** Version of the JSON format, increased when programs that read a document would misinterpret it. */
const documentFormat = 2;

/**
 * Table and JSON document of a list, with the same rows, order and fields. The table is translated; the document is the
 * same in every language.
 */
export function prepareListExport<Item>(list: ListOf<Item>): PreparedListExport {
  const { name, file = name, items, again, fields, filter = "", now, kubectl } = list;
  const ofFields = (item: Item) =>
    Object.fromEntries(fields.map(({ key, of, code = of }) => [key, code(item)] as const));
  return {
    name: file,
    count: items.length,
    filter,
    table: [fields.map(({ title }) => title), ...items.map((item) => fields.map(({ of }) => formatCell(of(item))))],
    document: {
      format: documentFormat,
      at: formatInstant(now),
      filter,
      count: items.length,
      [name]: runInSourceLanguage(() => (again?.() ?? items).map(list.documentOf ?? ofFields)),
    },
    ...(kubectl && { kubectl }),
  };
}

function formatCell(value: ExportedValue): string {
  if (typeof value === "boolean") return value ? text("yes") : text("no");
  return String(value ?? "");
}

/** Instant as ISO text; undefined without one. */
export function formatOptionalInstant(atMs: number | undefined): string | undefined {
  return atMs === undefined || !Number.isFinite(atMs) ? undefined : formatInstant(atMs);
}

export function formatListCsv({ table }: PreparedListExport): string {
  return formatCsv(table);
}

export function formatListJson({ document }: PreparedListExport, caveats: readonly ForecastWarning[]): string {
  const told = caveats.length === 0 ? document : { ...document, caveats };
  return `${JSON.stringify(told, undefined, 2)}\n`;
}

/** Contents of the files: `12 rotations, filter state=waiting`. */
export function describeListExport(
  { count, filter }: Pick<PreparedListExport, "count" | "filter">,
  counted: FormatListCount,
): string {
  const asked = filter.replace(/^\?/, "");
  const lines = counted(count);
  return asked === "" ? text("{lines}, no filter", { lines }) : text("{lines}, filter {asked}", { lines, asked });
}
