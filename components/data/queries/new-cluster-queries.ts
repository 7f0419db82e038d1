import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { newClusterChoicesSchema, newClusterPreviewSchema, newClusterSchema } from "#lib/contract/new-cluster.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { getJson, postJson } from "../calls/api-client.ts";

/** A Shoot that does not exist yet, and the project in which it is to be created. */
export interface NewClusterDraft {
  readonly project: string;
  readonly shoot: JsonObject;
}

/** Query options for what a new cluster of a project can have. */
export const newClusterChoicesQuery = (project: string) =>
  queryOptions({
    queryKey: ["new-cluster", project, "choices"],
    queryFn: ({ signal }) =>
      getJson(`/api/new-cluster?project=${encodeURIComponent(project)}`, { schema: newClusterChoicesSchema, signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });

/** Query options for what Gardener would say to a draft, and for what would happen to its cluster. Writes nothing. */
export const newClusterPreviewQuery = (draft: NewClusterDraft) =>
  queryOptions({
    queryKey: ["new-cluster", draft.project, "preview", JSON.stringify(draft.shoot)],
    queryFn: ({ signal }) =>
      postJson("/api/new-cluster/preview", { schema: newClusterPreviewSchema, signal, body: draft }),
    staleTime: 30_000,
    gcTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });

/** Creates a cluster. Never retried automatically. */
export function createCluster(draft: NewClusterDraft) {
  return postJson("/api/new-cluster", { schema: newClusterSchema, body: draft });
}
