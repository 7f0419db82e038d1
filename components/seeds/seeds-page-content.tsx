"use client";

import { useQuery } from "@tanstack/react-query";
import { Server } from "lucide-react";
import { useMemo } from "react";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { seedsQuery } from "#components/data/queries/seed-queries.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";
import { text } from "#lib/language/text.ts";
import { selectSeeds } from "#lib/view/seeds/select-seeds.ts";
import { RollOutCard } from "./roll-out-card.tsx";
import { SeedFilters } from "./seed-filters.tsx";
import { SeedTable } from "./seed-table.tsx";
import { type ClustersOfSeeds, useSeedClusters } from "./use-seed-clusters.ts";
import { useSeedQuery } from "./use-seed-query.ts";

const noSeeds: readonly ListedSeed[] = [];

/** Page of all Seeds: their state, capacity and clusters, and how far a roll-out of Gardener has come. */
export function SeedsPageContent() {
  const found = useQuery(seedsQuery);
  const seeds = found.data?.seeds ?? noSeeds;
  const clusters = useSeedClusters(seeds);
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <header>
        <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Seeds")}</h1>
        <p className="mt-1 min-h-5 text-base text-secondary">
          <CoveredClusters clusters={clusters} />
        </p>
      </header>
      {found.isError && found.data === undefined ? (
        <ReadFailureNotice title={text("The Seeds could not be read")} of={found} />
      ) : found.data === undefined ? (
        <Skeleton className="h-96 shrink-0 rounded-card" />
      ) : found.data.unread === "forbidden" ? (
        <EmptyState icon={<Server />} title={text("You are not allowed to list Seeds in this garden")}>
          {text("Ask an operator of the garden for the right to list Seeds.")}
        </EmptyState>
      ) : seeds.length === 0 ? (
        <EmptyState icon={<Server />} title={text("The garden has no Seeds.")}>
          {text("Clusters of this garden have no Seed to run on.")}
        </EmptyState>
      ) : (
        <Seeds seeds={seeds} clusters={clusters} />
      )}
    </div>
  );
}

function CoveredClusters({ clusters: { coversAll, isFailed } }: { readonly clusters: ClustersOfSeeds }) {
  if (isFailed) return text("The clusters could not be read, so they are not counted.");
  if (coversAll === undefined) return null;
  return coversAll
    ? text("Counts are of all clusters of the garden.")
    : text("Counts are of your clusters: those of others are not counted.");
}

function Seeds({ seeds, clusters }: { readonly seeds: readonly ListedSeed[]; readonly clusters: ClustersOfSeeds }) {
  const { query, change } = useSeedQuery();
  const rows = useMemo(() => seeds.map((seed) => ({ seed, clusters: clusters.of(seed.name) })), [seeds, clusters]);
  const selected = useMemo(() => selectSeeds(rows, query), [rows, query]);
  return (
    <>
      <RollOutCard rows={rows} />
      <SeedFilters seeds={seeds} query={query} shown={selected.length} onChange={change} />
      <SeedTable rows={selected} sort={query.sort} onSort={(sort) => change({ sort })} isFailed={clusters.isFailed} />
    </>
  );
}
