import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { listRuns, subscribeToRuns } from "./bulk-store.ts";
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
export const localQueryOptions = { networkMode: "always", retry: false, gcTime: 0, structuralSharing: false } as const;

/** Returns the bulk runs this user has planned in this browser. */
export function useRuns(): KnownRuns {
  const owner = useQuery({ ...sessionQuery, select: ownerOf }).data;
  const { data, isError, refetch } = useQuery({
    ...localQueryOptions,
    queryKey: ["runs", owner],
    queryFn: owner === undefined ? skipToken : () => listRuns(owner),
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = subscribeToRuns(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refetch();
      }, pauseMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [refetch]);
  const runs = isError ? none : (data ?? none);
  return { runs, loaded: isError || data !== undefined, unreadable: isError };
}
