"use client";

import { useEffect, useState } from "react";
import { useNow } from "#components/ui/state/use-now.ts";
import { type ClusterNode, mostNodesAtOnce, type NodeAct, type NodeActResult } from "#lib/contract/nodes.ts";
import { advanceTracks, isFollowed, type NodeTrack, newTracks } from "#lib/view/nodes/node-track.ts";
import { isMoving } from "#lib/view/nodes/node-update.ts";
import type { Cluster } from "../use-cluster.ts";
import { joinedReading, useNodes } from "./use-nodes.ts";

/** The Nodes, and what was asked of them from this page: read often as long as something may still be seen of it. */
export function useNodeTracks(cluster: Cluster) {
  const [tracks, setTracks] = useState<readonly NodeTrack[]>([]);
  const [moving, setMoving] = useState(false);
  const now = useNow(5_000);
  const open = tracks.filter((each) => isFollowed(each, now));
  const restarting = open.filter(({ act }) => act.kind === "restart");
  const follow = [...new Set(restarting.map(({ node }) => node))].slice(0, mostNodesAtOnce);
  const query = useNodes(cluster, { follow, busy: open.length > 0 || moving });
  const { reading, refetch } = query;
  useEffect(() => {
    if (reading?.state !== "read") return;
    setTracks((held) => advanceTracks(held, reading));
    setMoving(reading.nodes.some(isMoving));
  }, [reading]);
  const reread = async (): Promise<readonly ClusterNode[]> => {
    const { data } = await refetch();
    const fresh = data && joinedReading(data.pages);
    return fresh?.state === "read" ? fresh.nodes : [];
  };
  return {
    ...query,
    reread,
    tracks,
    track(act: NodeAct, result: NodeActResult) {
      setTracks((held) => [...newTracks(act, result), ...held]);
      void refetch();
    },
    forget: () => setTracks([]),
  };
}
