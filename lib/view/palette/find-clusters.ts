import { distance } from "fastest-levenshtein";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { emptyFleetQuery, type FleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { createSearchTermTest, extractFiltersFromSearch, parseSearch } from "#lib/fleet/search-grammar.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";

export interface FoundClusters {
  /** Best matching clusters up to the limit; matches of the name come first. */
  readonly best: readonly FleetRow[];
  readonly total: number;
  /** Query of the cluster list that finds the same clusters. */
  readonly query: FleetQuery;
  /** Whether the search names a field besides plain words. */
  readonly asksFields: boolean;
}

interface FleetAtHand {
  readonly rows: readonly FleetRow[];
  readonly context: FleetContext;
  readonly most: number;
}

/**
 * Finds the clusters that match a search with the syntax of the list's search box, in one pass without sorting ten
 * thousand rows. If none matches, finds those with a name that differs by one or two letters.
 */
export function findClusters(typed: string, atHand: FleetAtHand): FoundClusters {
  const found = findExactly(typed, atHand);
  if (found.total > 0 || found.asksFields) return found;
  return { ...found, best: rowsSpelledLike(typed, atHand) };
}

/** Minimum length of a word for finding misspelled names; a shorter word is similar to too many others. */
const leastMisspelled = 4;
const mostDistance = (word: string) => (word.length < 7 ? 1 : 2);

/** Returns the rows with a name, or a part of it, that is similar to a typed word; the most similar first. */
export function rowsSpelledLike(
  typed: string,
  { rows, most }: Pick<FleetAtHand, "rows" | "most">,
): readonly FleetRow[] {
  const word = typed.trim().toLowerCase();
  if (word.length < leastMisspelled || /\s/.test(word)) return [];
  const limit = mostDistance(word);
  return rows
    .flatMap((row) => {
      const spelled = [row.name, ...row.name.split("-")].filter(
        ({ length }) => Math.abs(length - word.length) <= limit,
      );
      const nearest = Math.min(...spelled.map((each) => distance(word, each)));
      return nearest <= limit ? [{ row, nearest, ofName: distance(word, row.name) }] : [];
    })
    .sort((a, b) => a.nearest - b.nearest || a.ofName - b.ofName)
    .slice(0, most)
    .map(({ row }) => row);
}

function findExactly(typed: string, { rows, context, most }: FleetAtHand): FoundClusters {
  const terms = parseSearch(typed);
  const last = terms.at(-1);
  const words = terms.flatMap(({ field, negated, text }) =>
    field === undefined && !negated ? [text.toLowerCase()] : [],
  );
  const byPlace = Array.from({ length: anywhere + 1 }, (): FleetRow[] => []);
  let total = 0;
  if (last !== undefined) {
    const test = createSearchTermTest(last, context);
    for (const row of rowsWithin(rows, context, typed.slice(0, last.start))) {
      if (!test(row)) continue;
      total += 1;
      const held = byPlace[placeOf(row, words)];
      if (held !== undefined && held.length < most) held.push(row);
    }
  }
  const { filters, rest } = extractFiltersFromSearch(typed, true);
  const query = filters.reduce(
    (next, { key, value }) => withFilter(next, key, [...(next.filters.get(key) ?? []), value]),
    { ...emptyFleetQuery, q: rest.trim() },
  );
  return { best: byPlace.flat().slice(0, most), total, query, asksFields: filters.length > 0 };
}

/** Returns the rows that match the terms before the one being typed, cached while its letters change. */
const rowsWithin = memoizeLast((rows: readonly FleetRow[], context: FleetContext, before: string) => {
  const tests = parseSearch(before).map((term) => createSearchTermTest(term, context));
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)));
});

const pathOf = memoizePerObject(({ project, name }: FleetRow) => `${project}/${name}`);
const anywhere = 4;

/** Rank of a match between words and the cluster's name; zero is an exact match. */
function placeOf(row: FleetRow, words: readonly string[]): number {
  const { name } = row;
  const [first = ""] = words;
  if (words.length === 1 && name === first) return 0;
  const path = pathOf(row);
  if (!words.every((word) => path.includes(word))) return anywhere;
  if (name.startsWith(first)) return 1;
  return path.startsWith(first) ? 2 : 3;
}
