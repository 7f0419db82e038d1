"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { seedQuery } from "#components/data/queries/seed-queries.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { SeedDetail } from "#lib/contract/seed/seed-list.ts";
import { text } from "#lib/language/text.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { clustersOfSeedPath } from "#lib/view/seeds/seed-path.ts";
import { SeedSchedulingButton } from "./scheduling/seed-scheduling-button.tsx";
import { visibilityLastsText } from "./scheduling/visibility-lasts.ts";
import { SeedClustersCard } from "./seed-clusters-card.tsx";
import { SeedConditionsCard } from "./seed-conditions-card.tsx";
import { SeedFactsCard } from "./seed-facts-card.tsx";
import { SeedTags } from "./seed-state.tsx";
import { SeedYaml } from "./seed-yaml.tsx";

/** Page of one Seed: its state, its clusters and what it is made of. */
export function SeedPageContent({ name }: { readonly name: string }) {
  const found = useQuery(seedQuery(name));
  const detail = found.data;
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col overflow-y-auto">
      <header className="border-b border-hairline px-4 py-4 sm:px-6">
        <Link href="/seeds" className="text-sm text-secondary hover:underline">
          {text("Seeds")}
        </Link>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="text-xl leading-tight font-semibold wrap-anywhere max-sm:text-lg" translate="no">
              {name}
            </h1>
            {detail && <SeedTags seed={detail.seed} />}
          </div>
          <SeedActions>
            {detail && <SeedSchedulingButton detail={detail} />}
            <Link
              href={clustersOfSeedPath(name)}
              prefetch={false}
              className="text-base text-link underline-offset-2 hover:underline"
            >
              {text("Clusters of this Seed")}
            </Link>
          </SeedActions>
        </div>
      </header>
      <div className="flex flex-col gap-4 px-4 py-4 sm:px-6">
        {detail ? (
          <SeedCards detail={detail} />
        ) : found.isError ? (
          <ReadFailureNotice title={text("The Seed could not be read")} of={found} />
        ) : (
          <Skeleton className="h-96 rounded-card" />
        )}
      </div>
    </div>
  );
}

/** Where the header has what can be done with the Seed. */
function SeedActions({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}

function SeedCards({ detail }: { readonly detail: SeedDetail }) {
  const { seed } = detail;
  return (
    <>
      {seed.emergencyStop && (
        <Notice hue="negative" title={text("An operator has stopped all work on the clusters of this Seed")}>
          {text("Gardener reconciles none of them until the annotation {annotation} is removed from the Seed.", {
            annotation: annotations.emergencyStop,
          })}
        </Notice>
      )}
      {!seed.visible && (
        <Notice hue="neutral" title={text("The scheduler does not see this Seed")}>
          {text("New clusters do not come here. Clusters that are here stay.")} {visibilityLastsText()}
        </Notice>
      )}
      <SeedConditionsCard seed={seed} />
      <SeedClustersCard seed={seed} />
      <SeedFactsCard detail={detail} />
      <Card id="yaml" title={text("YAML")} flush>
        <SeedYaml object={detail.object} />
      </Card>
    </>
  );
}
