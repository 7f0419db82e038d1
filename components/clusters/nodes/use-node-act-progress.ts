"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { nodesQuery } from "#components/data/queries/node-queries.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import { type ClusterNode, maxNodesPerRequest, type NodeAct, type NodeActResult } from "#lib/contract/nodes.ts";
import {
  advanceNodeActProgress,
  isNodeActStillFollowed,
  type NodeActProgress,
  startNodeActProgress,
} from "#lib/view/nodes/node-act-progress.ts";
import { isNodeUpdating } from "#lib/view/nodes/node-update.ts";
import type { Cluster } from "../use-cluster.ts";
import { joinNodePages } from "./join-node-pages.ts";

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
    select: joinNodePages,
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
