"use client";

import { useQuery } from "@tanstack/react-query";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { SeedReasons } from "#components/data/fleet-parts/seed-reasons.tsx";
import { seedChoiceQuery } from "#components/data/queries/seed-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { SeedChoice } from "#lib/contract/seeds.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { text } from "#lib/language/text.ts";
import type { Cluster } from "../use-cluster.ts";

/** Card of a cluster that has no Seed: what keeps the Seeds from it, what helps, and who can do that. */
export function WaitingForSeedCard({ cluster }: { readonly cluster: Pick<Cluster, "row"> }) {
  const { project, name } = cluster.row;
  const { data, error, refetch } = useQuery(seedChoiceQuery({ project, name }));
  return (
    <Card id="waiting-for-seed" title={text("Waiting for a Seed")}>
      <div className="flex flex-col gap-3 text-base">
        {data ? <Answer choice={data} /> : error ? null : <Skeleton className="h-24" />}
        {error && <ReadFailureNotice title={text("The Seeds could not be read")} of={{ error, refetch }} />}
        <p>
          <Link href={`${clusterPath(cluster.row)}/advanced#seeds`} className="text-link hover:underline">
            {text("Every Seed, with all reasons")}
          </Link>
        </p>
      </div>
    </Card>
  );
}

function Answer({ choice: { expected, capacityKnown } }: { readonly choice: SeedChoice }) {
  if (expected === undefined) {
    return <p>{text("You are not allowed to list Seeds in this garden, so it is not known what keeps them away.")}</p>;
  }
  return (
    <>
      <p className="text-pretty">{expected.sentence}</p>
      <SeedReasons reasons={expected.reasons} />
      <p className="text-pretty text-secondary">
        {text(
          "The scheduler tries again automatically, at last every 17 minutes, and at once when the cluster's settings change.",
        )}
        {!capacityKnown && ` ${text("You do not see all clusters, so whether a Seed is full is not known.")}`}
      </p>
    </>
  );
}
