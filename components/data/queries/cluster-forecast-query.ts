import { queryOptions } from "@tanstack/react-query";
import { clusterForecastSchema, nextRunDryRunSchema } from "#lib/contract/cluster-forecast.ts";
import { getJson, postJson } from "../calls/api-client.ts";
import { clusterApiPath } from "../calls/cluster-api-path.ts";
import type { ClusterRef } from "./cluster-queries.ts";
import { foreseeKey } from "./fleet-queries.ts";

const pathOf = (cluster: ClusterRef) => `${clusterApiPath(cluster)}/forecast`;

/** Dates come nearer and pass while one looks, also when nothing else changes. */
const rereadMs = 5 * 60_000;

/** What is foreseen for one cluster. Read anew when its profile changes, because its key begins as it must. */
export const clusterForecastQuery = (cluster: ClusterRef) =>
  queryOptions({
    queryKey: [...foreseeKey, "cluster", cluster.project, cluster.name],
    queryFn: ({ signal }) => getJson(pathOf(cluster), { schema: clusterForecastSchema, signal }),
    staleTime: 30_000,
    refetchInterval: rereadMs,
  });

/** The version of the Shoot that a dry run is bound to. */
interface SeenVersion {
  readonly uid: string;
  readonly resourceVersion: string;
}

/** Asks the API server about the next maintenance run; nothing is written. */
export function tryNextRun(cluster: ClusterRef, { uid, resourceVersion }: SeenVersion) {
  return postJson(`${pathOf(cluster)}/dry-run`, { schema: nextRunDryRunSchema, body: { uid, resourceVersion } });
}
