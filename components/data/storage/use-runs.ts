import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { listRuns } from "./bulk-store.ts";
import { rereadRuns } from "./reread-runs.ts";
import { ownerOf } from "./start-bulk.ts";

interface KnownRuns {
  readonly runs: readonly BulkRun[];
  readonly loaded: boolean;
  /** The browser's storage is not accessible, so there are no runs. */
  readonly unreadable: boolean;
}

/** Pause between reads: an active run is written several times a second, and reading thousands of clusters is slow. */
const pauseMs = 1_000;
const none: readonly BulkRun[] = [];

/** Query options for browser storage: it needs no connection and is read again on every mount. */
export const browserStorageQueryOptions = { networkMode: "always", retry: false, gcTime: 0 } as const;

/** Returns the bulk runs this user has planned in this browser. */
export function useRuns(): KnownRuns {
  const client = useQueryClient();
  const owner = useQuery({ ...sessionQuery, select: ownerOf }).data;
  const { data, isError } = useQuery({
    ...browserStorageQueryOptions,
    structuralSharing: false,
    queryKey: ["runs", owner],
    queryFn: owner === undefined ? skipToken : () => listRuns(owner),
  });
  useEffect(() => rereadRuns(client, { queryKey: ["runs", owner], pauseMs }), [client, owner]);
  const runs = isError ? none : (data ?? none);
  return { runs, loaded: isError || data !== undefined, unreadable: isError };
}
