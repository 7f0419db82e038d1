import type { FleetQuery } from "./fleet-query.ts";

/** Query that the page has rendered (`shown`), and the query in the URL, which may have changed since (`held`). */
export interface UnrenderedQueryState {
  readonly shown: FleetQuery;
  readonly held: FleetQuery;
}

/**
 * Merges a user's choice into the URL when the previous choice is not rendered yet. The difference between the choice
 * and the rendered query is applied to the URL; everything else stays, including the previous choice.
 *
 * @param chosen the rendered query with the choice applied
 */
export function rebaseQuery(chosen: FleetQuery, { shown, held }: UnrenderedQueryState): FleetQuery {
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
  const { wall } = sourceOf("wall");
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
    ...(wall !== undefined && { wall }),
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

/** Returns whether two parts of a URL are equal. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
