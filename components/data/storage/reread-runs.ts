import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { subscribeToRuns } from "./bulk-store.ts";

interface Reread {
  readonly queryKey: QueryKey;
  /** Whether a write of this run concerns the query. */
  readonly concerns?: (id: string) => boolean;
  /** Pause before each read. */
  readonly pauseMs?: number;
}

/**
 * Reads a query of runs again after any tab has written them; returns the unsubscribe function. One read at a time, and
 * none is cancelled: writes during a read are followed by one more read, so constant writes do not hold the query up.
 */
export function rereadRuns(client: QueryClient, { queryKey, concerns = () => true, pauseMs = 0 }: Reread): () => void {
  const query = { queryKey, exact: true };
  const read = () => client.refetchQueries(query, { cancelRefetch: false });
  let isBusy = false;
  let isOutdated = false;
  let isOver = false;
  const readAll = async () => {
    isBusy = true;
    while (isOutdated && !isOver) {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      // A read that has begun before the write may not see it.
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
