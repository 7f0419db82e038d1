"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { RulesInDoubtDetails } from "#components/data/fleet-parts/rules-in-doubt-details.tsx";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import type { FleetSnapshot } from "#lib/contract/fleet.ts";
import { newerGardenletsOf } from "#lib/fleet/newer-gardenlets.ts";
import { describeNewerGardenlets } from "#lib/words/state/newer-release-descriptions.ts";

/** Query options for the gardenlets of the user's clusters that are newer than this Almanac. */
export const newerGardenletsQuery = queryOptions({
  ...fleetQuery,
  select: ({ rows }: FleetSnapshot) => newerGardenletsOf(rows),
});

/** Says that some gardenlets are newer than this Almanac; the notice about a newer garden says it already. */
export function NewerGardenlets() {
  const { data: session } = useQuery(sessionQuery);
  const gardenlets = useQuery(newerGardenletsQuery).data;
  if (session === undefined || session.olderRules !== undefined || gardenlets === undefined) return null;
  return (
    <div className="mt-3 border-t border-hairline pt-3 text-sm text-secondary">
      <p className="text-pretty">{describeNewerGardenlets(gardenlets)}</p>
      <RulesInDoubtDetails apiServer={session.gardener} gardenlets={[gardenlets.newest]} />
    </div>
  );
}
