"use client";

import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { nodesQuery } from "#components/data/queries/node-queries.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import {
  type ClusterNode,
  maxNodesPerRequest,
  type NodeAct,
  type NodeActResult,
  type NodesResponse,
} from "#lib/contract/nodes.ts";
import {
  advanceNodeActProgress,
  isNodeActStillFollowed,
  type NodeActProgress,
  startNodeActProgress,
} from "#lib/view/nodes/node-act-progress.ts";
import { isNodeUpdating } from "#lib/view/nodes/node-update.ts";
import type { Cluster } from "../use-cluster.ts";

const idleMs = 60_000;
const followingMs = 4_000;

/**
 * Returns the Nodes of all pages read so far, and the progress of requests sent to Nodes. Nodes are polled once a
 * minute, and every few seconds while a request may still show progress.
 */
export function useNodeActProgress({ row, gone, shoot }: Cluster) {
  const [tracks, setTracks] = useState<readonly NodeActProgress[]>([]);
  const [moving, setMoving] = useState(false);
  const now = useNow(5_000);
  const open = tracks.filter((each) => isNodeActStillFollowed(each, now));
  const restarting = open.filter(({ act }) => act.kind === "restart");
  const follow = [...new Set(restarting.map(({ node }) => node))].slice(0, maxNodesPerRequest);
  const everyMs = open.length > 0 || moving ? followingMs : idleMs;
  const hasNodes = (shoot.spec.provider.workers ?? []).length > 0;
  const query = useInfiniteQuery({
    ...nodesQuery(row, { follow, everyMs, enabled: !gone && hasNodes }),
    select: joinedReading,
  });
  const { data: reading, refetch } = query;
  useEffect(() => {
    if (reading?.state !== "read") return;
    setTracks((held) => advanceNodeActProgress(held, reading));
    setMoving(reading.nodes.some(isNodeUpdating));
  }, [reading]);
  return {
    ...query,
    reading,
    reread: async (): Promise<readonly ClusterNode[]> => {
      const { data } = await refetch();
      return data?.state === "read" ? data.nodes : [];
    },
    tracks,
    track(act: NodeAct, result: NodeActResult) {
      setTracks((held) => [...startNodeActProgress(act, result), ...held]);
      void refetch();
    },
    forget: () => setTracks([]),
  };
}

/** Joins all pages of Nodes into one list; whether there are more Nodes is taken from the last page. */
function joinedReading({ pages }: InfiniteData<NodesResponse>): NodesResponse | undefined {
  const withheld = pages.find(({ state }) => state === "withheld");
  if (withheld) return withheld;
  const read = pages.flatMap((page) => (page.state === "read" ? [page] : []));
  const [first, last] = [read[0], read.at(-1)];
  if (!first || !last) return undefined;
  return {
    ...last,
    events: first.events,
    nodes: read.flatMap(({ nodes }) => nodes),
    unreadable: read.reduce((sum, { unreadable }) => sum + unreadable, 0),
  };
}
