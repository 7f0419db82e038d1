"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { refetchActiveQueries } from "#components/data/calls/refetch-active-queries.ts";
import { clusterForecastQuery } from "#components/data/queries/cluster-forecast-query.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { forecastSignature } from "#lib/forecast/forecast-signature.ts";

/** Returns a key of the row's fields on which a forecast depends. Fields that change every minute are not included. */
function inputsOf({ kubernetes, pinnedPools, images, autoUpdate, window, ...row }: FleetRow): string {
  const { profile, deletionRequestedAt, endsAt, gardenerVersion, purpose, pools, maxNodes } = row;
  return JSON.stringify([
    [kubernetes, pinnedPools, images, autoUpdate, window],
    [profile, deletionRequestedAt, endsAt, gardenerVersion, purpose, pools, maxNodes],
  ]);
}

/** Returns the update forecast of a cluster, read again when the live row reports a relevant change. */
export function useForecast(cluster: ClusterRef, row: FleetRow | undefined) {
  const query = clusterForecastQuery(cluster);
  const client = useQueryClient();
  const answer = useQuery(query);
  const grounds = row && inputsOf(row);
  const lastGrounds = useRef(grounds);
  const { project, name } = cluster;
  useEffect(() => {
    if (grounds === undefined) return;
    const isChange = lastGrounds.current !== undefined && lastGrounds.current !== grounds;
    lastGrounds.current = grounds;
    if (isChange) void refetchActiveQueries(client, clusterForecastQuery({ project, name }).queryKey);
  }, [grounds, client, project, name]);

  // Rendering a forecast takes long, so it has low priority.
  const data = useDeferredValue(answer.data);
  const [seen, setSeen] = useState(data);
  if (seen === undefined && data !== undefined) setSeen(data);
  const differs = data && seen && forecastSignature(data.forecast) !== forecastSignature(seen.forecast);
  return { ...answer, data, before: differs ? seen : undefined, acknowledge: () => setSeen(data) };
}
