"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { type ClusterRef, clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";

export interface Cluster {
  readonly detail: ClusterDetail;
  readonly shoot: Shoot;
  /** Newest known row of the cluster, from the live fleet or from the response with the Shoot. */
  readonly row: FleetRow;
  /** Whether the Shoot was deleted since this page was opened: the data are the last known. */
  readonly gone: boolean;
}

/** Shortest pause in ms before the Shoot is read again, because its row may change several times a second. */
const rereadMs = 700;

/** Returns one cluster: its fleet row at once, and the Shoot, read again when the event stream reports a change. */
export function useCluster(ref: ClusterRef) {
  const detail = useQuery(clusterQuery(ref));
  const live = useQuery({
    ...fleetQuery,
    select: ({ rows, freshness }) => {
      const row = rows.find(({ project, name }) => project === ref.project && name === ref.name);
      // A starting server is still reading the fleet, so a missing row does not mean that the cluster was deleted.
      return row ?? (freshness.state === "loading" ? undefined : null);
    },
  }).data;
  const [wasLive, setWasLive] = useState(false);
  if (live && !wasLive) setWasLive(true);

  const held = detail.data?.row.resourceVersion;
  const behind = live && held !== undefined && compareResourceVersions(held, live.resourceVersion) < 0;
  const { refetch } = detail;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `held` makes each reading check again.
  useEffect(() => {
    if (!behind) return;
    const timer = setTimeout(() => void refetch(), rereadMs);
    return () => clearTimeout(timer);
  }, [behind, held, refetch]);

  const cluster = useMemo<Cluster | undefined>(() => {
    const shoot = detail.data && parseShoot(detail.data.shoot);
    if (!detail.data || !shoot) return undefined;
    const gone = wasLive && live === null;
    if (!live || !behind) return { detail: detail.data, shoot, row: detail.data.row, gone };
    return { detail: detail.data, shoot: withLiveOperation(shoot, live), row: live, gone };
  }, [detail.data, live, behind, wasLive]);
  return { cluster, live: live ?? undefined, error: detail.error, refetch };
}

/** Returns the Shoot with the last operation of its live row, which may be newer than the Shoot. */
function withLiveOperation(shoot: Shoot, { lastOperation: live }: FleetRow): Shoot {
  if (live === undefined) return shoot;
  const { type, state, progress, description, updatedAt } = live;
  const lastOperation = {
    ...(type !== undefined && { type }),
    ...(state !== undefined && { state }),
    ...(progress !== undefined && { progress }),
    ...(description !== undefined && { description }),
    ...(updatedAt !== undefined && { lastUpdateTime: updatedAt }),
  };
  return { ...shoot, status: { ...shoot.status, lastOperation } };
}
