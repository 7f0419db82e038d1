import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { listRuns } from "./bulk-store.ts";
import { refetchRunsOnWrite } from "./refetch-runs-on-write.ts";
import { ownerKeyOfBulkRuns } from "./start-bulk.ts";

interface KnownRuns {
  readonly runs: readonly BulkRun[];
  readonly loaded: boolean;
  /** Whether the browser storage is not accessible, so that no runs can be listed. */
  readonly unreadable: boolean;
}

/** Pause in ms between reads: active runs change several times a second, and reading thousands of clusters is slow. */
const pauseMs = 1_000;
const none: readonly BulkRun[] = [];

/** Query options for data in browser storage: no network is needed, and each mount reads the data again. */
export const browserStorageQueryOptions = { networkMode: "always", retry: false, gcTime: 0 } as const;

/** Returns the bulk runs this user has planned in this browser. */
export function useRuns(): KnownRuns {
  const client = useQueryClient();
  const owner = useQuery({ ...sessionQuery, select: ownerKeyOfBulkRuns }).data;
  const { data, isError } = useQuery({
    ...browserStorageQueryOptions,
    structuralSharing: false,
    queryKey: ["runs", owner],
    queryFn: owner === undefined ? skipToken : () => listRuns(owner),
  });
  useEffect(() => refetchRunsOnWrite(client, { queryKey: ["runs", owner], pauseMs }), [client, owner]);
  const runs = isError ? none : (data ?? none);
  return { runs, loaded: isError || data !== undefined, unreadable: isError };
}
