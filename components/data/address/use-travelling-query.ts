import { emptyFleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { useUrlQuery } from "./url-query.ts";

/** What goes along from page to page, as the end of an address: the scope and the clock. */
export function useTravellingQuery(): string {
  const { filters, clock } = useUrlQuery();
  const project = filters.get("project");
  return formatFleetQuery({
    ...emptyFleetQuery,
    clock,
    filters: project ? new Map([["project", project]]) : new Map(),
  });
}
