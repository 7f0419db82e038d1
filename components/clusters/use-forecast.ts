"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { readAnew } from "#components/data/calls/read-anew.ts";
import { clusterForecastQuery } from "#components/data/queries/cluster-forecast-query.ts";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { forecastSignature } from "#lib/forecast/forecast-signature.ts";

/** Key of the row's fields that a forecast depends on; the heartbeat of every minute is not among them. */
function inputsOf({ kubernetes, pinnedPools, images, autoUpdate, window, ...row }: FleetRow): string {
  const { profile, deletionRequestedAt, endsAt, gardenerVersion, purpose, pools, maxNodes } = row;
  return JSON.stringify([
    [kubernetes, pinnedPools, images, autoUpdate, window],
    [profile, deletionRequestedAt, endsAt, gardenerVersion, purpose, pools, maxNodes],
  ]);
}

/** The forecast of a cluster, read again when the live row reports a change of its inputs. */
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
    if (isChange) void readAnew(client, clusterForecastQuery({ project, name }).queryKey);
  }, [grounds, client, project, name]);

  // A forecast fills a page, so render it with low priority.
  const data = useDeferredValue(answer.data);
  const [seen, setSeen] = useState(data);
  if (seen === undefined && data !== undefined) setSeen(data);
  const differs = data && seen && forecastSignature(data.forecast) !== forecastSignature(seen.forecast);
  return { ...answer, data, before: differs ? seen : undefined, acknowledge: () => setSeen(data) };
}
