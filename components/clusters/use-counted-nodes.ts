"use client";

import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { nodesKey } from "#components/data/queries/nodes-key.ts";
import type { NodesReading } from "#lib/contract/nodes.ts";
import type { CountedNodes } from "#lib/view/cluster/nodes-in-words.ts";

/** The nodes that another part of the page has read, if it was all of them; nothing is read for it. */
export function useCountedNodes(cluster: ClusterRef): CountedNodes | undefined {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const held = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => client.getQueryData<InfiniteData<NodesReading>>(nodesKey(cluster)),
    () => undefined,
  );
  return useMemo(() => held && countOfPages(held.pages), [held]);
}

function countOfPages(pages: readonly NodesReading[]): CountedNodes | undefined {
  const last = pages.at(-1);
  if (last?.state !== "read" || last.continue !== undefined) return undefined;
  const nodes = pages.flatMap((page) => (page.state === "read" ? page.nodes : []));
  return { ready: nodes.filter(({ ready }) => ready.status === "True").length, all: nodes.length };
}
