import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Refetches active queries whose data may have changed. First fetches in flight are cancelled too: their responses may
 * predate the change and would be taken for current.
 */
export function readAnew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  void client.cancelQueries({ queryKey, type: "active" }, { silent: true, revert: false });
  return client.invalidateQueries({ queryKey });
}
