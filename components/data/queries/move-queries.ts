import { queryOptions } from "@tanstack/react-query";
import { moveDestinationsSchema } from "#lib/contract/migration/move-destinations.ts";
import { getJson } from "../calls/api-client.ts";
import { clusterApiPath } from "../calls/cluster-api-path.ts";
import type { ClusterRef } from "./cluster-queries.ts";

/**
 * The Seeds to which a cluster's control plane can move.
 *
 * @param standing what of the cluster the answer depends on; read again when it changes
 */
export const moveDestinationsQuery = (cluster: ClusterRef, standing = "") =>
  queryOptions({
    queryKey: ["cluster", cluster.project, cluster.name, "move", standing],
    queryFn: ({ signal }) => getJson(`${clusterApiPath(cluster)}/move`, { schema: moveDestinationsSchema, signal }),
    staleTime: 30_000,
  });
