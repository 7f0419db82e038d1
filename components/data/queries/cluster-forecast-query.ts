import { queryOptions } from "@tanstack/react-query";
import { clusterForecastSchema, nextRunDryRunResponseSchema } from "#lib/contract/cluster-forecast.ts";
import { getJson, postJson } from "../calls/api-client.ts";
import { clusterApiPath } from "../calls/cluster-api-path.ts";
import type { ClusterRef } from "./cluster-queries.ts";
import { forecastQueryKeyPrefix } from "./fleet-queries.ts";

const pathOf = (cluster: ClusterRef) => `${clusterApiPath(cluster)}/forecast`;

/** Refetch interval in ms, because the dates of a forecast come nearer even if nothing changes. */
const rereadMs = 5 * 60_000;

/** Query for a cluster's update forecast. Its key begins with `forecastQueryKeyPrefix`, so CloudProfile changes invalidate it. */
export const clusterForecastQuery = (cluster: ClusterRef) =>
  queryOptions({
    queryKey: [...forecastQueryKeyPrefix, "cluster", cluster.project, cluster.name],
    queryFn: ({ signal }) => getJson(pathOf(cluster), { schema: clusterForecastSchema, signal }),
    staleTime: 30_000,
    refetchInterval: rereadMs,
  });

/** Uid and resourceVersion of the Shoot to which a dry run is bound. */
interface SeenVersion {
  readonly uid: string;
  readonly resourceVersion: string;
}

/** Dry-runs the next maintenance on the API server. Writes nothing. */
export function dryRunNextMaintenance(cluster: ClusterRef, { uid, resourceVersion }: SeenVersion) {
  return postJson(`${pathOf(cluster)}/dry-run`, {
    schema: nextRunDryRunResponseSchema,
    body: { uid, resourceVersion },
  });
}
