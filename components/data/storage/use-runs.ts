import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { listRuns, subscribeToRuns } from "./bulk-store.ts";
import { ownerOf } from "./start-bulk.ts";

interface KnownRuns {
  readonly runs: readonly BulkRun[];
  readonly loaded: boolean;
  /** This browser keeps nothing, so there are none. */
  readonly unreadable: boolean;
}

/** A run under way is written several times a second; reading it back may be slow with thousands of clusters. */
const pauseMs = 1_000;
const none: readonly BulkRun[] = [];

/** What is kept in this browser needs no connection, and is read anew by who comes back. */
export const ofBrowser = { networkMode: "always", retry: false, gcTime: 0, structuralSharing: false } as const;

/** The runs over many clusters that this person has planned in this browser. */
export function useRuns(): KnownRuns {
  const owner = useQuery({ ...sessionQuery, select: ownerOf }).data;
  const { data, isError, refetch } = useQuery({
    ...ofBrowser,
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
