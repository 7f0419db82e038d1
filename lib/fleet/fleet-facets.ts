import type { FleetRow } from "#lib/contract/fleet.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";
import type { FleetContext } from "./fields/create-fleet-context.ts";
import { type FilterField, filterFields, searchableTextOf } from "./fields/fleet-fields.ts";
import { nameSortKeyOf } from "./fields/name-key.ts";

/** A row's field values as numbers: comparing and hashing about two hundred thousand strings is noticeably slow. */
type Codes = readonly number[];

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** Numbers of all values that any row has had for one field so far. */
interface Dictionary {
  readonly place: number;
  readonly texts: string[];
  readonly byText: Map<string, number>;
  /** Shared lists with a single number each, because most rows have exactly one value of a field. */
  readonly single: Codes[];
}

const dictionaries = new Map<FilterField, Dictionary>(
  filterFields.map((field, place) => [field, { place, texts: [], byText: new Map(), single: [] }]),
);
const timeless = filterFields.filter(({ facet, timed }) => facet && !timed);
const held = new WeakMap<FleetRow, (Codes | undefined)[]>();

function codeIn({ texts, byText, single }: Dictionary, text: string): number {
  const known = byText.get(text);
  if (known !== undefined) return known;
  const code = texts.push(text) - 1;
  byText.set(text, code);
  single.push([code]);
  return code;
}

function codesIn(dictionary: Dictionary, values: readonly string[]): Codes {
  const [only] = values;
  if (values.length !== 1 || only === undefined) return values.map((text) => codeIn(dictionary, text));
  return dictionary.single[codeIn(dictionary, only)] ?? [];
}

const nothing: readonly (Codes | undefined)[] = [];

/** Caches a row's values; only for fields that depend on the row alone. */
function remember(row: FleetRow, dictionary: Dictionary, values: readonly string[]): Codes {
  const codes = codesIn(dictionary, values);
  const ofRow = held.get(row);
  if (ofRow !== undefined) ofRow[dictionary.place] = codes;
  else {
    const made: (Codes | undefined)[] = [];
    made[dictionary.place] = codes;
    held.set(row, made);
  }
  return codes;
}

/** Field whose values are counted, with a function that returns its values for a row at the given time. */
interface CountedField {
  readonly field: FilterField;
  /** Key of the test that the filter of the field belongs to. */
  readonly testKey: string;
  readonly valuesOf: (row: FleetRow) => readonly string[];
}

interface FacetCount extends CountedField {
  readonly dictionary: Dictionary;
  /** Number of rows for each value, indexed by the number of the value. */
  readonly counts: (number | undefined)[];
}

/** Counts how many rows have each value of the given fields. */
export class FacetCounts {
  readonly #facets: readonly FacetCount[];
  readonly #byTest: ReadonlyMap<string, readonly FacetCount[]>;

  constructor(fields: readonly CountedField[]) {
    this.#facets = fields.flatMap((counted) => {
      const dictionary = dictionaries.get(counted.field);
      return dictionary === undefined ? [] : [{ ...counted, dictionary, counts: [] }];
    });
    this.#byTest = Map.groupBy(this.#facets, ({ testKey }) => testKey);
  }

  /** @param failed the only test that the row fails: the row then counts only for the facets of this test */
  add(row: FleetRow, failed?: string): void {
    const facets = failed === undefined ? this.#facets : this.#byTest.get(failed);
    if (facets === undefined) return;
    const known = held.get(row) ?? nothing;
    for (const { field, valuesOf, dictionary, counts } of facets) {
      const codes = field.timed
        ? codesIn(dictionary, valuesOf(row))
        : (known[dictionary.place] ?? remember(row, dictionary, valuesOf(row)));
      for (let index = 0; index < codes.length; index += 1) {
        const code = codes[index] ?? 0;
        counts[code] = (counts[code] ?? 0) + 1;
      }
    }
  }

  /** Returns each field's values in display order. Selected values that no row has are listed with a count of zero. */
  ranked(askedOf: (key: string) => readonly string[]): ReadonlyMap<string, readonly FacetValue[]> {
    return new Map(this.#facets.map((facet) => [facet.field.key, ranked(facet, askedOf(facet.field.key))]));
  }
}

function ranked({ field, dictionary, counts }: FacetCount, asked: readonly string[]): readonly FacetValue[] {
  for (const value of asked) counts[codeIn(dictionary, value)] ??= 0;
  const values = [...counts.entries()].flatMap(([code, count]): FacetValue[] => {
    const value = dictionary.texts[code];
    return count === undefined || value === undefined ? [] : [{ value, count }];
  });
  const { order = [] } = field;
  const place = ({ value }: FacetValue) => (order.includes(value) ? order.indexOf(value) : order.length);
  return values.sort((a, b) => place(a) - place(b) || b.count - a.count || (a.value < b.value ? -1 : 1));
}

const prepared = new WeakSet<FleetRow>();
/** Context for fields that do not depend on the time. */
const anyTime: FleetContext = { now: 0, todayEndsAt: 0 };
/** Fields whose values are counted beside the title of every list. */
const first = timeless.filter(({ key }) => key === "status");

/** Precomputes the data of a row that the unfiltered list sorted by name needs. */
export function precomputeListRow(row: FleetRow): void {
  nameSortKeyOf(row);
  rememberAll(row, first);
}

/** Precomputes the data of a row that lists need, so that the first filter, sort or typed letter is not delayed. */
export function precomputeRowForLists(row: FleetRow): void {
  if (prepared.has(row)) return;
  prepared.add(row);
  nameSortKeyOf(row);
  searchableTextOf(row);
  forcedEventsOf(row);
  rememberAll(row, timeless);
}

function rememberAll(row: FleetRow, fields: readonly FilterField[]): void {
  const known = held.get(row) ?? nothing;
  for (const field of fields) {
    const dictionary = dictionaries.get(field);
    if (dictionary === undefined || known[dictionary.place] !== undefined) continue;
    remember(row, dictionary, field.valuesOf(row, anyTime));
  }
}
