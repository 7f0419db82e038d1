import { queryOptions } from "@tanstack/react-query";
import { clusterDetailSchema } from "#lib/contract/cluster.ts";
import { getJson, getText } from "../calls/api-client.ts";
import { clusterApiPath } from "../calls/cluster-api-path.ts";
import { storeSpecSnapshot } from "./spec-snapshots.ts";

export interface ClusterRef {
  readonly project: string;
  readonly name: string;
}

export const clusterQuery = (cluster: ClusterRef) =>
  queryOptions({
    queryKey: ["cluster", cluster.project, cluster.name],
    queryFn: async ({ signal }) => {
      const detail = await getJson(clusterApiPath(cluster), { schema: clusterDetailSchema, signal });
      storeSpecSnapshot(detail);
      return detail;
    },
    staleTime: 5_000,
  });

export const clusterYamlQuery = (cluster: ClusterRef) =>
  queryOptions({
    queryKey: ["cluster", cluster.project, cluster.name, "yaml"],
    queryFn: ({ signal }) => getText(`${clusterApiPath(cluster)}/yaml`, signal),
    staleTime: 5_000,
  });
