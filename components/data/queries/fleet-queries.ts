import { queryOptions } from "@tanstack/react-query";
import { readFleet } from "./read-fleet.ts";

/** Begins the key of every query whose answer depends on profiles: the live stream has them asked again. */
export const foreseeKey = ["foresee"] as const;

/**
 * The whole fleet that the user may see. Read once; from then on the live stream writes into this entry, which is why
 * it never goes stale by itself and is not compared deeply on every write.
 */
export const fleetQuery = queryOptions({
  queryKey: ["fleet"],
  queryFn: ({ signal }) => readFleet(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
});
