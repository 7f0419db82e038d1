import { queryOptions } from "@tanstack/react-query";
import { clusterForecastSchema, nextRunDryRunResponseSchema } from "#lib/contract/cluster-forecast.ts";
import { getJson, postJson } from "../calls/api-client.ts";
import { clusterApiPath } from "../calls/cluster-api-path.ts";
import type { ClusterRef } from "./cluster-queries.ts";
import { forecastKey } from "./fleet-queries.ts";

const pathOf = (cluster: ClusterRef) => `${clusterApiPath(cluster)}/forecast`;

/** Forecast dates come nearer and pass even when nothing else changes. */
const rereadMs = 5 * 60_000;

/** Forecast of one cluster. It is refetched when its profile changes, because its key begins with `forecastKey`. */
export const clusterForecastQuery = (cluster: ClusterRef) =>
  queryOptions({
    queryKey: [...forecastKey, "cluster", cluster.project, cluster.name],
    queryFn: ({ signal }) => getJson(pathOf(cluster), { schema: clusterForecastSchema, signal }),
    staleTime: 30_000,
    refetchInterval: rereadMs,
  });

/** Version of the Shoot that a dry run is bound to. */
interface SeenVersion {
  readonly uid: string;
  readonly resourceVersion: string;
}

/** Dry-runs the next maintenance on the API server. Writes nothing. */
export function tryNextRun(cluster: ClusterRef, { uid, resourceVersion }: SeenVersion) {
  return postJson(`${pathOf(cluster)}/dry-run`, {
    schema: nextRunDryRunResponseSchema,
    body: { uid, resourceVersion },
  });
}
