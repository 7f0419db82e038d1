import { queryOptions } from "@tanstack/react-query";
import { readFleet } from "./read-fleet.ts";

/** Key prefix of every query that depends on profiles: the live stream invalidates them. */
export const forecastKey = ["foresee"] as const;

/**
 * The whole fleet visible to the user. Read once; then the live stream writes into this entry, so it never goes stale
 * by itself and is not deeply compared on every write.
 */
export const fleetQuery = queryOptions({
  queryKey: ["fleet"],
  queryFn: ({ signal }) => readFleet(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
});
