import { queryOptions } from "@tanstack/react-query";
import { type ChecklistChangeRequest, checklistResponseSchema, checklistSchema } from "#lib/contract/checklist.ts";
import { cloudCredentialsSchema } from "#lib/contract/credentials-cloud.ts";
import { type RevealRequest, type RevealResponse, revealResponseSchema } from "#lib/contract/credentials-reveal.ts";
import type { CloudKey } from "#lib/view/accounts/key-rotation.ts";
import { getJson, postJson } from "../calls/api-client.ts";
import { clusterApiPath } from "../calls/cluster-api-path.ts";
import type { ClusterRef } from "./cluster-queries.ts";

export const checklistQuery = (cluster: ClusterRef) =>
  queryOptions({
    queryKey: ["cluster", cluster.project, cluster.name, "checklist"],
    queryFn: ({ signal }) =>
      getJson(`${clusterApiPath(cluster)}/checklist`, { schema: checklistResponseSchema, signal }),
    // Polled, because no event reports that another user has changed the checklist.
    refetchInterval: 30_000,
  });

export function postChecklistChange(cluster: ClusterRef, body: ChecklistChangeRequest) {
  return postJson(`${clusterApiPath(cluster)}/checklist`, { schema: checklistSchema, body });
}

/** Cloud account query. @param stamp part of the query key: a new value, such as a resourceVersion, causes a refetch */
export const cloudCredentialsQuery = (cluster: ClusterRef, stamp: string) =>
  queryOptions({
    queryKey: ["cluster", cluster.project, cluster.name, "cloud-credentials", stamp],
    queryFn: ({ signal }) =>
      getJson(`${clusterApiPath(cluster)}/cloud-credentials`, { schema: cloudCredentialsSchema, signal }),
    staleTime: 10_000,
  });

/** Query for where the rotation of a cloud key stands. Polled, because no event tells that a Secret has changed. */
export const keyRotationQuery = ({ project, namespace, secret }: CloudKey) =>
  queryOptions({
    queryKey: ["key-rotation", project, namespace, secret],
    queryFn: ({ signal }) => {
      const path = [project, "key-rotation", namespace, secret].map(encodeURIComponent).join("/");
      return getJson(`/api/projects/${path}`, { schema: cloudCredentialsSchema, signal });
    },
    refetchInterval: 15_000,
  });

/** Requests a credential to show. It bypasses the query cache, so that only the calling panel keeps the credential. */
export function requestRevealedCredential(cluster: ClusterRef, body: RevealRequest): Promise<RevealResponse> {
  return postJson(`${clusterApiPath(cluster)}/reveal`, { schema: revealResponseSchema, body });
}
