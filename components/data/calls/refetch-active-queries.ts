import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Refetches active queries whose data may have changed. Queries that are still fetching for the first time are
 * cancelled and restarted, too, because their responses may be older than the change.
 */
export function refetchActiveQueries(client: QueryClient, queryKey: QueryKey): Promise<void> {
  void client.cancelQueries({ queryKey, type: "active" }, { silent: true, revert: false });
  return client.invalidateQueries({ queryKey });
}
