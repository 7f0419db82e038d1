import { queryOptions } from "@tanstack/react-query";
import { activitySchema } from "#lib/contract/activity.ts";
import { getJson } from "../calls/api-client.ts";
import { clusterApiPath } from "../calls/cluster-api-path.ts";
import type { ClusterRef } from "./cluster-queries.ts";

/** Query options for what the garden has recorded about a cluster. */
export const activityQuery = (cluster: ClusterRef) =>
  queryOptions({
    queryKey: ["cluster", cluster.project, cluster.name, "activity"],
    queryFn: ({ signal }) => getJson(`${clusterApiPath(cluster)}/activity`, { schema: activitySchema, signal }),
    staleTime: 1_000,
  });
