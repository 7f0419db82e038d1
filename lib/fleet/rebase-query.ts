import type { FleetQuery } from "./fleet-query.ts";

/** What a person was looking at, and what the address has come to hold meanwhile. */
export interface QueryInFlight {
  readonly shown: FleetQuery;
  readonly held: FleetQuery;
}

/**
 * A choice that was made while the one before was still on its way to the screen. What it changes of what was shown is
 * changed in what the address holds; everything else stays, above all the choice before it.
 *
 * @param chosen what was shown, with the choice
 */
export function rebaseQuery(chosen: FleetQuery, { shown, held }: QueryInFlight): FleetQuery {
  const filters = new Map<string, readonly string[]>();
  for (const key of new Set([...held.filters.keys(), ...chosen.filters.keys()])) {
    const valuesOf = ({ filters: asked }: FleetQuery) => asked.get(key) ?? [];
    const values = rebaseValues(valuesOf(chosen), { shown: valuesOf(shown), held: valuesOf(held) });
    if (values.length > 0) filters.set(key, values);
  }
  const sourceOf = (key: keyof FleetQuery) => (isSame(chosen[key], shown[key]) ? held : chosen);
  const { columns } = sourceOf("columns");
  const { group } = sourceOf("group");
  const { tables } = sourceOf("tables");
  const { pinned } = sourceOf("pinned");
  const { since } = sourceOf("since");
  const { panel } = sourceOf("panel");
  return {
    q: sourceOf("q").q,
    filters,
    sort: sourceOf("sort").sort,
    ...(columns && { columns }),
    clock: sourceOf("clock").clock,
    ...(group && { group }),
    ...(tables && { tables }),
    ...(pinned && { pinned }),
    ...(since !== undefined && { since }),
    ...(panel !== undefined && { panel }),
    unknown: sourceOf("unknown").unknown,
  };
}

interface ValuesInFlight {
  readonly shown: readonly string[];
  readonly held: readonly string[];
}

function rebaseValues(chosen: readonly string[], { shown, held }: ValuesInFlight): readonly string[] {
  const kept = held.filter((value) => chosen.includes(value) || !shown.includes(value));
  const added = chosen.filter((value) => !shown.includes(value) && !held.includes(value));
  return [...kept, ...added];
}

/** Of parts that an address can hold. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
