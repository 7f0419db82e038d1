import { infiniteQueryOptions } from "@tanstack/react-query";
import {
  type NodeOperationRequest,
  type NodesResponse,
  nodeActResultSchema,
  nodesResponseSchema,
} from "#lib/contract/nodes.ts";
import { postJson } from "../calls/api-client.ts";
import { clusterApiPath } from "../calls/cluster-api-path.ts";
import { nodesKey } from "./cluster-keys.ts";
import type { ClusterRef } from "./cluster-queries.ts";

interface NodesAsked {
  /** Names of the Nodes whose events are also requested. */
  readonly follow: readonly string[];
  /** Polling interval in ms. Each poll creates a kubeconfig, so it should not be short. */
  readonly everyMs: number;
  readonly enabled: boolean;
}

/** Query options for the Nodes of a cluster, in pages as its API server lists them. */
export const nodesQuery = (cluster: ClusterRef, { follow, everyMs, enabled }: NodesAsked) =>
  infiniteQueryOptions({
    queryKey: nodesKey(cluster),
    queryFn: ({ signal, pageParam }): Promise<NodesResponse> =>
      postJson(`${clusterApiPath(cluster)}/nodes`, {
        schema: nodesResponseSchema,
        body: { follow, ...(pageParam !== "" && { continue: pageParam }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => (last.state === "read" ? last.continue : undefined),
    refetchInterval: everyMs,
    staleTime: 10_000,
    enabled,
  });

/** Sends an action on Nodes. Never retried automatically. */
export function postNodeAct(cluster: ClusterRef, body: NodeOperationRequest) {
  return postJson(`${clusterApiPath(cluster)}/nodes/operations`, { schema: nodeActResultSchema, body });
}
