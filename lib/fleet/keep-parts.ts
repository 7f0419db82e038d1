import { emptyFleetQuery, type FleetQuery } from "./fleet-query.ts";

const parts = ["filters", "sort", "columns", "group", "tables", "unknown"] as const;

/** Compared as they are. */
const whole = ["q", "clock", "pinned", "since", "panel"] as const;

/**
 * Gives queries the parts of the one before them that say the same, or the whole of it: what was made of a part alone
 * holds on, whatever is typed beside it.
 */
export function partsKeeper(): (query: FleetQuery) => FleetQuery {
  let last = emptyFleetQuery;
  return (query) => {
    const next = { ...query };
    let isSame = whole.every((part) => query[part] === last[part]);
    for (const part of parts) if (!keep(next, part, last)) isSame = false;
    if (!isSame) last = next;
    return last;
  };
}

/** False where the part says something else. */
function keep<Part extends (typeof parts)[number]>(query: FleetQuery, part: Part, last: FleetQuery): boolean {
  if (textOf(query[part]) !== textOf(last[part])) return false;
  if (part in last) Object.assign(query, { [part]: last[part] });
  return true;
}

function textOf(part: FleetQuery[(typeof parts)[number]]): string {
  return JSON.stringify(part instanceof Map ? [...part] : part) ?? "";
}
