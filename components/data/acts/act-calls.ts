import { type Act, type ActBody, actAcceptedSchema, actPreviewSchema } from "#lib/contract/act.ts";
import { postJson } from "../calls/api-client.ts";
import { clusterApiPath } from "../calls/cluster-api-path.ts";
import type { ClusterRef } from "../queries/cluster-queries.ts";

// Apart from the queries of a cluster, because the first paint of a page needs none of these schemas.

/** What an act would do: nothing is written. */
export function requestPreview(cluster: ClusterRef, act: Act, signal?: AbortSignal) {
  const call = { schema: actPreviewSchema, body: { act } };
  return postJson(`${clusterApiPath(cluster)}/preview`, signal ? { ...call, signal } : call);
}

/** Never tried again by itself: nobody asked for the act twice. */
export function requestAct(cluster: ClusterRef, body: ActBody) {
  return postJson(`${clusterApiPath(cluster)}/operations`, { schema: actAcceptedSchema, body });
}
