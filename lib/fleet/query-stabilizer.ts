import { emptyFleetQuery, type FleetQuery } from "./fleet-query.ts";

const parts = ["filters", "sort", "columns", "group", "tables", "unknown"] as const;

/** Parts of a query that are compared by value. */
const whole = ["q", "clock", "pinned", "since", "panel", "wall"] as const;

/**
 * Returns a function that reuses equal parts of the previous query, or the complete previous query if all parts are
 * equal, so that values memoized by one part stay valid when another part changes.
 */
export function createQueryStabilizer(): (query: FleetQuery) => FleetQuery {
  let last = emptyFleetQuery;
  return (query) => {
    const next = { ...query };
    let isSame = whole.every((part) => query[part] === last[part]);
    for (const part of parts) if (!keep(next, part, last)) isSame = false;
    if (!isSame) last = next;
    return last;
  };
}

/** Reuses a part of the previous query if it is equal; returns false if it differs. */
function keep<Part extends (typeof parts)[number]>(query: FleetQuery, part: Part, last: FleetQuery): boolean {
  if (textOf(query[part]) !== textOf(last[part])) return false;
  if (part in last) Object.assign(query, { [part]: last[part] });
  return true;
}

function textOf(part: FleetQuery[(typeof parts)[number]]): string {
  return JSON.stringify(part instanceof Map ? [...part] : part) ?? "";
}
