import { queryOptions } from "@tanstack/react-query";
import { clusterDetailSchema } from "#lib/contract/cluster.ts";
import { type OperationBody, operationAcceptedSchema } from "#lib/contract/operation.ts";
import { getJson, getText, postJson } from "./api-client.ts";

export interface ClusterRef {
  readonly project: string;
  readonly name: string;
}

const pathOf = ({ project, name }: ClusterRef) =>
  `/api/clusters/${encodeURIComponent(project)}/${encodeURIComponent(name)}`;

export const clusterQuery = (cluster: ClusterRef) =>
  queryOptions({
    queryKey: ["cluster", cluster.project, cluster.name],
    queryFn: ({ signal }) => getJson(pathOf(cluster), { schema: clusterDetailSchema, signal }),
    staleTime: 5_000,
  });

/** Never tried again by itself: nobody asked for the operation twice. */
export function requestOperation(cluster: ClusterRef, body: OperationBody) {
  return postJson(`${pathOf(cluster)}/operations`, { schema: operationAcceptedSchema, body });
}

export const clusterYamlQuery = (cluster: ClusterRef) =>
  queryOptions({
    queryKey: ["cluster", cluster.project, cluster.name, "yaml"],
    queryFn: ({ signal }) => getText(`${pathOf(cluster)}/yaml`, signal),
    staleTime: 5_000,
  });
