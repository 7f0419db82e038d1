import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Reads anew what is on the screen, because it may be another now. Also what is just being read for the first time: that
 * answer may be from before, and would be taken for the newest.
 */
export function readAnew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  void client.cancelQueries({ queryKey, type: "active" }, { silent: true, revert: false });
  return client.invalidateQueries({ queryKey });
}
