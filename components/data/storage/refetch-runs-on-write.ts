import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { subscribeToRuns } from "./bulk-store.ts";

interface Reread {
  readonly queryKey: QueryKey;
  /** Returns whether the query has to be read again after this run was written. */
  readonly concerns?: (id: string) => boolean;
  /** Pause in ms before each read. */
  readonly pauseMs?: number;
}

/**
 * Reads a query of bulk runs again after any tab has written a run; returns the unsubscribe function. Only one read is
 * active, and none is cancelled: writes during a read cause one more read, so frequent writes cannot block the query.
 */
export function refetchRunsOnWrite(
  client: QueryClient,
  { queryKey, concerns = () => true, pauseMs = 0 }: Reread,
): () => void {
  const query = { queryKey, exact: true };
  const read = () => client.refetchQueries(query, { cancelRefetch: false });
  let isBusy = false;
  let isOutdated = false;
  let isOver = false;
  const readAll = async () => {
    isBusy = true;
    while (isOutdated && !isOver) {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      // A read that began before the write may have missed it.
      if (client.isFetching(query) > 0) await read();
      isOutdated = false;
      if (!isOver) await read();
    }
    isBusy = false;
  };
  const unsubscribe = subscribeToRuns((id) => {
    if (!concerns(id)) return;
    isOutdated = true;
    if (!isBusy) void readAll();
  });
  return () => {
    isOver = true;
    unsubscribe();
  };
}
