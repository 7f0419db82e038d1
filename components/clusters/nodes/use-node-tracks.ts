"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { nodesQuery } from "#components/data/queries/node-queries.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import {
  type ClusterNode,
  mostNodesAtOnce,
  type NodeAct,
  type NodeActResult,
  type NodesReading,
} from "#lib/contract/nodes.ts";
import { advanceTracks, isFollowed, newTracks, type NodeTrack } from "#lib/view/nodes/node-track.ts";
import { isMoving } from "#lib/view/nodes/node-update.ts";
import type { Cluster } from "../use-cluster.ts";

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

const idleMs = 60_000;
const followingMs = 4_000;

interface Following {
  readonly follow: readonly string[];
  /** Something is under way whose end is waited for. */
  readonly busy: boolean;
}

/** The Nodes of all pages that were asked for so far, read again now and then, and often while something is followed. */
function useNodes({ row, gone, shoot }: Cluster, { follow, busy }: Following) {
  const hasNodes = (shoot.spec.provider.workers ?? []).length > 0;
  const query = useInfiniteQuery(
    nodesQuery(row, { follow, everyMs: busy ? followingMs : idleMs, enabled: !gone && hasNodes }),
  );
  const { data } = query;
  const reading = useMemo(() => data && joinedReading(data.pages), [data]);
  return { ...query, reading };
}

/** One reading of several pages: of each what it shows, of the last whether there is more. */
function joinedReading(pages: readonly NodesReading[]): NodesReading | undefined {
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
