import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { requestPreview } from "#components/data/acts/act-calls.ts";
import { clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { freezesQuery } from "#components/data/queries/freeze-queries.ts";
import { isMeantByFreeze } from "#lib/act/preview/freeze-check.ts";
import { type ActPreviewSection, changedPreviewSections } from "#lib/act/preview/preview-changes.ts";
import type { Act, ActPreview } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import type { RequestedAct } from "./act-dialog.tsx";
import { type ActWithPreview, previewActOnLatestShoot } from "./preview-act-on-latest-shoot.ts";

/** Shortest pause between two previews, in ms: a busy Shoot changes all the time. */
const rereadMs = 1_200;

export interface ActPreviewState {
  readonly preview: ActPreview | undefined;
  /** The action that the preview is for. */
  readonly act: Act;
  readonly error: unknown;
  readonly reading: boolean;
  /** Sections that differ from what the user has read, and that the user has not acknowledged yet. */
  readonly changed: readonly ActPreviewSection[];
  readonly acknowledge: () => void;
  readonly readAgain: () => Promise<ActPreview | undefined>;
  /** Row of the live fleet; the last known one after the cluster was deleted. */
  readonly row: FleetRow;
  readonly gone: boolean;
}

/**
 * Reads the preview of an action, and reads it again whenever the event stream reports a newer version of the Shoot. An
 * equal preview replaces the previous one silently; a different one must be acknowledged by the user.
 */
export function useActPreview(request: RequestedAct): ActPreviewState {
  const { cluster, act } = request;
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ["act-preview", cluster.uid, act],
    queryFn: async ({ signal }) => {
      const made = await previewOf(client, request, signal);
      // Read before the preview is shown, so that nobody confirms it without what it says about a freeze.
      if (isMeantByFreeze(made.act, made.preview)) await client.prefetchQuery(freezesQuery(cluster.project));
      return made;
    },
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
  // `seen` may be the preview of an earlier action; then no preview of this action has been read yet.
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

/** Reads until one attempt succeeds: after a failed one the query still returns its previous data. */
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
  return previewActOnLatestShoot({ make, preview: (made) => requestPreview(cluster, made, signal) });
}
