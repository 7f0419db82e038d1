import { emptyFleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { useUrlQuery } from "./url-query.ts";

/** Returns the query string kept between pages: project scope and clock. */
export function useTravellingQuery(): string {
  const { filters, clock } = useUrlQuery();
  const project = filters.get("project");
  return formatFleetQuery({
    ...emptyFleetQuery,
    clock,
    filters: project ? new Map([["project", project]]) : new Map(),
  });
}
