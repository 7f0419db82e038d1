"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { nodesQuery } from "#components/data/queries/node-queries.ts";
import type { NodesReading } from "#lib/contract/nodes.ts";
import type { Cluster } from "../use-cluster.ts";

const idleMs = 60_000;
const followingMs = 4_000;

interface Following {
  readonly follow: readonly string[];
  /** Something is under way whose end is waited for. */
  readonly busy: boolean;
}

/** The Nodes of all pages that were asked for so far, read again now and then, and often while something is followed. */
export function useNodes({ row, gone, shoot }: Cluster, { follow, busy }: Following) {
  const hasNodes = (shoot.spec.provider.workers ?? []).length > 0;
  const query = useInfiniteQuery(
    nodesQuery(row, { follow, everyMs: busy ? followingMs : idleMs, enabled: !gone && hasNodes }),
  );
  const { data } = query;
  const reading = useMemo(() => data && joinedReading(data.pages), [data]);
  return { ...query, reading };
}

/** One reading of several pages: of each what it shows, of the last whether there is more. */
export function joinedReading(pages: readonly NodesReading[]): NodesReading | undefined {
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
