import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetContext } from "./fields/create-fleet-context.ts";
import { createFieldTest, findFilterField, searchableTextOf } from "./fields/fleet-fields.ts";
import { stripShootPrefix } from "./fields/technical-id.ts";

/** Term of the search box: a word, or `field:value`. Quotes group words, a leading minus negates. */
export interface SearchTerm {
  readonly negated: boolean;
  /** Key of the field that the term names; without one, all text of the row is searched. */
  readonly field?: string;
  readonly text: string;
  /** Position of the term's first character in the input. */
  readonly start: number;
  readonly end: number;
}

const termPattern = /(-?)(?:([A-Za-z0-9]+):)?(?:"([^"]*)("?)|([^\s"]+))/g;
const longestSearch = 1_000;

export function parseSearch(input: string): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const match of input.slice(0, longestSearch).matchAll(termPattern)) {
    const [whole, minus = "", key, quoted, , bare] = match;
    const field = key === undefined ? undefined : findFilterField(key);
    const value = quoted ?? bare ?? "";
    const text = field || key === undefined ? value : `${key}:${value}`;
    if (text === "" || text === "-") continue;
    const place = { start: match.index, end: match.index + whole.length };
    terms.push({ negated: minus === "-", ...(field && { field: field.key }), text, ...place });
  }
  return terms;
}

/** Matches a term at the input's end that names a field and may be unfinished: no value yet, or the start of one. */
const openTerm = /(?:^|\s)-?([A-Za-z0-9]+):(?:"[^"]*|[^\s"]*)$/;

/** Returns the input without the field value that is still being typed, because half a value matches nothing. */
export function withoutUnfinishedTerm(input: string): string {
  const [term, key = ""] = openTerm.exec(input) ?? [];
  return term === undefined || findFilterField(key) === undefined ? input : input.slice(0, -term.length);
}

/** Returns a function that tests whether a row matches a search term. */
export function createSearchTermTest(
  { field: key, text, negated }: SearchTerm,
  context: FleetContext,
): (row: FleetRow) => boolean {
  const field = key === undefined ? undefined : findFilterField(key);
  if (field !== undefined) {
    const test = createFieldTest(field, [text]);
    return (row) => test(row, context) !== negated;
  }
  const wanted = stripShootPrefix(text.toLowerCase());
  return (row) => searchableTextOf(row).includes(wanted) !== negated;
}

/**
 * Splits the input of the search box into complete `field:value` terms, which become filters, and the remaining words.
 * A term at the very end counts as complete only if `last` is set (Enter, or a chosen suggestion).
 */
export function extractFiltersFromSearch(
  input: string,
  last: boolean,
): { readonly filters: readonly { readonly key: string; readonly value: string }[]; readonly rest: string } {
  const filters: { key: string; value: string }[] = [];
  let rest = input;
  for (const { field, text, negated, start, end } of [...parseSearch(input)].reverse()) {
    const finished = last || end < input.length;
    if (field === undefined || !finished) continue;
    filters.unshift({ key: field, value: negated ? `-${text}` : text });
    rest = rest.slice(0, start) + rest.slice(end);
  }
  return { filters, rest: filters.length === 0 ? input : rest.replace(/\s+/g, " ").trimStart() };
}
