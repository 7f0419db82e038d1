import { useQuery } from "@tanstack/react-query";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { seedsQuery } from "#components/data/queries/seed-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { richText } from "#components/ui/rich-text.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { seedPath } from "#lib/view/seeds/seed-path.ts";

/** Says which Seed a cluster is, if it is one. Only clusters in the namespace `garden` can be Seeds. */
export function ManagedSeedNote({ row }: { readonly row: FleetRow }) {
  return row.namespace === "garden" ? <NoteOfSeed cluster={row} /> : null;
}

function NoteOfSeed({ cluster }: { readonly cluster: ClusterRef }) {
  // Not polled: which cluster is a Seed hardly ever changes.
  const { data } = useQuery({ ...seedsQuery, refetchInterval: false, staleTime: 600_000 });
  if (data === undefined) return null;
  if (!data.managedSeedsRead)
    return (
      <p className="mt-1 text-sm text-secondary">
        {text("Whether this cluster is a Seed is not read: you are not allowed to list ManagedSeeds.")}
      </p>
    );
  const found = data.seeds.find(
    ({ cluster: of }) => of !== undefined && of.project === cluster.project && of.name === cluster.name,
  );
  if (found === undefined) return null;
  return (
    <p className="mt-1 text-sm">
      {richText("This cluster is the Seed <seed></seed>.", {
        seed: () => (
          <Link href={seedPath(found.name)} className="text-link hover:underline" translate="no">
            {found.name}
          </Link>
        ),
      })}
    </p>
  );
}
