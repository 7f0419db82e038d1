"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { RulesInDoubtDetails } from "#components/data/fleet-parts/rules-in-doubt-details.tsx";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import type { FleetSnapshot } from "#lib/contract/fleet.ts";
import { newerGardenletsOf } from "#lib/fleet/newer-gardenlets.ts";
import { text } from "#lib/language/text.ts";
import { describeNewerGardenlets } from "#lib/words/state/newer-release-descriptions.ts";

/** Query options for the gardenlets of the user's clusters that are newer than this Almanac. */
export const newerGardenletsQuery = queryOptions({
  ...fleetQuery,
  select: ({ rows }: FleetSnapshot) => newerGardenletsOf(rows),
});

/** Pages whose statements are about many clusters. Those of one cluster speak of its own gardenlet. */
const pagesOfManyClusters: ReadonlySet<string> = new Set([
  "/",
  "/clusters",
  "/forecast",
  "/calendar",
  "/versions/whatif",
]);

/** Says below pages about many clusters that some gardenlets are newer; the notice about a newer garden says more. */
export function NewerGardenlets() {
  const path = usePagePath();
  const { data: session } = useQuery(sessionQuery);
  const gardenlets = useQuery(newerGardenletsQuery).data;
  if (session === undefined || session.olderRules !== undefined) return null;
  if (gardenlets === undefined || !pagesOfManyClusters.has(path)) return null;
  return (
    <section
      aria-label={text("Newer gardenlets")}
      className="flex flex-wrap items-baseline gap-x-3 border-t border-hairline px-4 py-1.5 text-sm text-secondary sm:px-6"
    >
      <p className="text-pretty">{describeNewerGardenlets(gardenlets)}</p>
      <RulesInDoubtDetails apiServer={session.gardener} gardenlets={[gardenlets.newest]} />
    </section>
  );
}
