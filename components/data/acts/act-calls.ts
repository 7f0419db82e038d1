import { type Act, actPreviewSchema, type ConfirmActRequest, confirmActResponseSchema } from "#lib/contract/act.ts";
import { postJson } from "../calls/api-client.ts";
import { clusterApiPath } from "../calls/cluster-api-path.ts";
import type { ClusterRef } from "../queries/cluster-queries.ts";

// Separate from the cluster queries, because the first render of a page needs none of the schemas imported here.

/** Requests the preview of an action. Writes nothing. */
export function requestPreview(cluster: ClusterRef, act: Act, signal?: AbortSignal) {
  const call = { schema: actPreviewSchema, body: { act } };
  return postJson(`${clusterApiPath(cluster)}/preview`, signal ? { ...call, signal } : call);
}

/** Executes a confirmed action. Never retried automatically, because the user has confirmed it only once. */
export function requestAct(cluster: ClusterRef, body: ConfirmActRequest) {
  return postJson(`${clusterApiPath(cluster)}/operations`, { schema: confirmActResponseSchema, body });
}
