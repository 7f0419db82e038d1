import type { FleetRow } from "#lib/contract/fleet.ts";
import { missingFilterValue } from "#lib/fleet/fields/field-values.ts";
import { lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { type FleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";

/** Clusters that Gardener deletes at the end of their lifetime. */
export interface LifetimeEnds {
  readonly count: number;
  /** First end in epoch milliseconds; possibly past. */
  readonly firstAt: number;
}

/** Returns how many clusters have an end of their lifetime, and the first; undefined if none has. */
export function lifetimeEndsOf(rows: readonly FleetRow[]): LifetimeEnds | undefined {
  const ends = rows.flatMap((row) => lifetimeEndOf(row) ?? []);
  if (ends.length === 0) return undefined;
  return { count: ends.length, firstAt: ends.reduce((first, at) => Math.min(first, at)) };
}

/** Returns the query for exactly these clusters. */
export function queryOfLifetimeEnds(query: FleetQuery): FleetQuery {
  return withFilter(query, "endsOn", [...(query.filters.get("endsOn") ?? []), `-${missingFilterValue}`]);
}
