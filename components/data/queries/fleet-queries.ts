import { queryOptions } from "@tanstack/react-query";
import { readFleet } from "./read-fleet.ts";

/** Prefix of the keys of all queries that depend on CloudProfiles. The event stream invalidates them. */
export const forecastQueryKeyPrefix = ["foresee"] as const;

/**
 * Query options for the rows of all clusters visible to the user. The rows are read once and then updated by the event
 * stream, so the query is never stale and its data are not compared deeply on each update.
 */
export const fleetQuery = queryOptions({
  queryKey: ["fleet"],
  queryFn: ({ signal }) => readFleet(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
});
