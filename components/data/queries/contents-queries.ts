import { type ContentsRequest, contentsResponseSchema } from "#lib/view/readiness/contents-schema.ts";
import { postJson } from "../calls/api-client.ts";
import { clusterApiPath } from "../calls/cluster-api-path.ts";
import type { ClusterRef } from "./cluster-queries.ts";

/** Looks inside a cluster. It is asked for each time and never repeated by itself: each look creates a kubeconfig. */
export function postLookInside(cluster: ClusterRef, body: ContentsRequest) {
  return postJson(`${clusterApiPath(cluster)}/contents`, { schema: contentsResponseSchema, body });
}
