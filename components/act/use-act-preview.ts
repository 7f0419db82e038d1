import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { requestPreview } from "#components/data/acts/act-calls.ts";
import { clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { type ActPreviewSection, changedPreviewSections } from "#lib/act/preview/preview-changes.ts";
import type { Act, ActPreview } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import type { RequestedAct } from "./act-dialog.tsx";
import { type ActWithPreview, previewOfNewest } from "./preview-of-newest.ts";

/** Shortest pause between previews: a busy cluster changes all the time. */
const rereadMs = 1_200;

export interface ShownPreview {
  readonly preview: ActPreview | undefined;
  /** The act of the preview. */
  readonly act: Act;
  readonly error: unknown;
  readonly reading: boolean;
  /** Parts that differ from what the user has read and not yet acknowledged. */
  readonly changed: readonly ActPreviewSection[];
  readonly acknowledge: () => void;
  readonly readAgain: () => Promise<ActPreview | undefined>;
  /** Row of the live fleet; the last known one after the cluster was deleted. */
  readonly row: FleetRow;
  readonly gone: boolean;
}

/**
 * Reads the preview, and reads it again whenever the stream shows a newer version of the Shoot. An identical one is
 * accepted silently; the user has to acknowledge a different one.
 */
export function useActPreview(request: RequestedAct): ShownPreview {
  const { cluster, act } = request;
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ["act-preview", cluster.uid, act],
    queryFn: ({ signal }) => previewOf(client, request, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: "always",
    refetchOnReconnect: true,
  });
  const live = useQuery({
    ...fleetQuery,
    select: ({ rows }) => rows.find(({ uid }) => uid === cluster.uid) ?? null,
  }).data;
  const [seen, setSeen] = useState<{ readonly of: Act; readonly preview: ActPreview }>();
  const preview = query.data?.preview;
  // No preview of another act has been read yet.
  const read = seen?.of === act ? seen.preview : undefined;
  if (preview !== undefined && read === undefined) setSeen({ of: act, preview });

  const { refetch, isFetching } = query;
  const held = preview?.resourceVersion;
  const behind = live != null && held !== undefined && compareResourceVersions(held, live.resourceVersion) < 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each reading it is asked anew whether that was enough.
  useEffect(() => {
    if (!behind || isFetching) return;
    const timer = setTimeout(() => void refetch(), rereadMs);
    return () => clearTimeout(timer);
  }, [behind, held, isFetching, refetch]);

  return {
    preview,
    act: query.data?.act ?? act,
    error: preview === undefined ? query.error : undefined,
    reading: isFetching,
    changed: preview !== undefined && read !== undefined ? changedPreviewSections(read, preview) : [],
    acknowledge: () => setSeen(preview && { of: act, preview }),
    readAgain: () => readAnew(refetch),
    row: live ?? cluster,
    gone: live === null,
  };
}

const mostReadings = 3;

/** Reads until one succeeds: after a failed read the query still has old data, and a busy Shoot changes meanwhile. */
async function readAnew(refetch: () => Promise<{ isError: boolean; data?: ActWithPreview | undefined }>) {
  for (let reading = 1; reading <= mostReadings; reading += 1) {
    const { isError, data } = await refetch();
    if (!isError) return data?.preview;
  }
  return undefined;
}

async function previewOf(
  client: QueryClient,
  { cluster, act, remake }: RequestedAct,
  signal: AbortSignal,
): Promise<ActWithPreview> {
  if (remake === undefined) return { act, preview: await requestPreview(cluster, act, signal) };
  const make = async () => {
    const { shoot } = await client.fetchQuery({ ...clusterQuery(cluster), staleTime: 0 });
    const read = parseShoot(shoot);
    return read && remake(read);
  };
  return previewOfNewest({ make, preview: (made) => requestPreview(cluster, made, signal) });
}
