import { emptyFleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { useUrlQuery } from "./url-query.ts";

/** Returns the part of the query string that links to other pages preserve: the project and the time zone. */
export function useCrossPageQueryString(): string {
  const { filters, clock } = useUrlQuery();
  const project = filters.get("project");
  return formatFleetQuery({
    ...emptyFleetQuery,
    clock,
    filters: project ? new Map([["project", project]]) : new Map(),
  });
}
