import type { InfiniteData } from "@tanstack/react-query";
import type { NodesResponse } from "#lib/contract/nodes.ts";

/** Joins all pages of Nodes into one list; whether there are more Nodes is taken from the last page. */
export function joinNodePages({ pages }: InfiniteData<NodesResponse>): NodesResponse | undefined {
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
