import { text } from "#lib/language/text.ts";
import { formatNumber } from "#lib/words/count.ts";
import { filterFields, findFilterField } from "./fields/fleet-fields.ts";
import type { FacetValue } from "./fleet-facets.ts";

export interface Suggestion {
  /** Complete input of the search box after choosing the suggestion. */
  readonly input: string;
  readonly label: string;
  readonly hint: string;
  /** Whether the suggestion becomes a filter immediately; a suggested field name still needs a value. */
  readonly finished: boolean;
}

const mostSuggestions = 8;
const lastTerm = /(?:^|\s)(-?)(?:([A-Za-z0-9]+):)?([^\s"]*)$/;

/** Returns the field whose value is being typed; undefined otherwise. Only then are the counts of its values needed. */
export function fieldBeingTyped(input: string): string | undefined {
  const key = lastTerm.exec(input)?.[2];
  return key === undefined ? undefined : findFilterField(key)?.key;
}

export function isTypingValue(input: string): boolean {
  return fieldBeingTyped(input) !== undefined;
}

/** Returns possible continuations of the search input: names of fields, then values that clusters have. */
export function suggestSearch(
  input: string,
  facets: ReadonlyMap<string, readonly FacetValue[]>,
): readonly Suggestion[] {
  const match = lastTerm.exec(input);
  if (!match) return [];
  const [whole, minus = "", key, started = ""] = match;
  const before = input.slice(
    0,
    match.index + whole.length - (minus + (key === undefined ? "" : `${key}:`) + started).length,
  );
  const field = key === undefined ? undefined : findFilterField(key);
  if (key !== undefined && !field) return [];
  if (!field) return started === "" && minus === "" ? [] : suggestFields({ before, minus, started });
  const wanted = started.toLowerCase();
  return (facets.get(field.key) ?? [])
    .filter(({ value }) => value.toLowerCase().includes(wanted))
    .slice(0, mostSuggestions)
    .map(({ value, count }) => ({
      input: `${before}${minus}${field.key}:${/\s/.test(value) ? `"${value}"` : value}`,
      label: `${minus}${field.key}:${value}`,
      hint: formatNumber(count),
      finished: true,
    }));
}

function suggestFields({
  before,
  minus,
  started,
}: {
  readonly before: string;
  readonly minus: string;
  readonly started: string;
}): readonly Suggestion[] {
  const wanted = started.toLowerCase();
  return filterFields
    .map(({ key, label }) => ({ key, label: text(label) }))
    .filter(({ key, label }) => key.toLowerCase().startsWith(wanted) || label.toLowerCase().startsWith(wanted))
    .slice(0, mostSuggestions)
    .map(({ key, label }) => ({
      input: `${before}${minus}${key}:`,
      label: `${minus}${key}:`,
      hint: label,
      finished: false,
    }));
}
