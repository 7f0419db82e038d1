"use client";

import { useMemo } from "react";
import { Instant } from "#components/data/instant.tsx";
import { ReadFailure } from "#components/data/read-failure.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { NodesReading } from "#lib/contract/nodes.ts";
import { poolRows } from "#lib/view/nodes/pool-rows.ts";
import { withheldWords } from "#lib/view/nodes/withheld-words.ts";
import type { Cluster } from "../overview/use-cluster.ts";
import { PoolSection } from "./pool-section.tsx";
import { useNodes } from "./use-nodes.ts";

/** Beyond so many Nodes the pools are closed at first, so that they can be overlooked. */
const openAtFirst = 60;
const nobody: readonly string[] = [];

export function NodesBody({ cluster }: { readonly cluster: Cluster }) {
  const { shoot, row } = cluster;
  const { reading, error, refetch, fetchNextPage, isFetchingNextPage } = useNodes(cluster, {
    follow: nobody,
    busy: false,
  });
  const nodes = reading?.state === "read" ? reading.nodes : undefined;
  const pools = useMemo(() => poolRows(shoot, row, nodes), [shoot, row, nodes]);
  const workerless = (shoot.spec.provider.workers ?? []).length === 0;
  const opens = (nodes?.length ?? 0) <= openAtFirst;
  return (
    <div className="flex flex-col gap-4">
      {workerless && <Withheld reading={{ state: "withheld", why: "workerless" }} />}
      {reading?.state === "withheld" && <Withheld reading={reading} />}
      {error && !reading && (
        <ReadFailure title="The nodes could not be read" error={error} onRetry={() => void refetch()} />
      )}
      {pools.length > 0 && (
        <Card id="worker-pools" title="Worker pools" flush aside={<Reading reading={reading} />}>
          <ul aria-label="Worker pools" className="divide-y divide-hairline">
            {pools.map((pool) => (
              <PoolSection key={pool.name} pool={pool} reading={reading} opens={opens} />
            ))}
          </ul>
          {reading?.state === "read" && reading.continue !== undefined && (
            <div className="flex flex-wrap items-center gap-3 border-t border-hairline px-4 py-3 text-sm">
              <Button size="sm" aria-busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Read more nodes
              </Button>
              <span className="text-secondary">
                {reading.nodes.length.toLocaleString("en-US")} nodes are shown; the cluster has more.
              </span>
            </div>
          )}
        </Card>
      )}
    </div>
  );
}

function Reading({ reading }: { readonly reading: NodesReading | undefined }) {
  if (reading?.state !== "read") return null;
  const { unreadable, readAt, role } = reading;
  return (
    <p className="text-sm text-tertiary">
      Read from the cluster as {role}, <Instant at={readAt} form="relative" />
      {unreadable > 0 && `; ${unreadable} could not be read`}
    </p>
  );
}

function Withheld({ reading: { why, message } }: { reading: Extract<NodesReading, { state: "withheld" }> }) {
  const { title, text } = withheldWords[why];
  const calm = why === "workerless" || why === "hibernated" || why === "no-access";
  return (
    <Notice hue={calm ? "info" : "caution"} title={title}>
      {text}
      {message !== undefined && <span className="mt-1 block font-mono text-xs break-words">{message}</span>}
    </Notice>
  );
}
