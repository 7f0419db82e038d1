import { MutationCache, onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { needsSignIn, OutdatedPage, requestErrorOf } from "./api-problem.ts";

const mostRetries = 3;
const passing = ["unreachable", "timeout", "garden-unreachable", "garden-timeout", "too-many-requests"];

/** Creates the query client. Only reads are retried, and only after transient errors. */
export function makeQueryClient(): QueryClient {
  // The first query to find the session ended makes the session query reload, for all observers.
  const ended = (error: unknown) => {
    if (needsSignIn(error)) void client.invalidateQueries({ queryKey: ["session"], exact: true });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (queryKey[0] !== "session") ended(error);
      },
    }),
    mutationCache: new MutationCache({ onError: ended }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < mostRetries && passing.includes(requestErrorOf(error).reason),
        // A version mismatch is permanent: a component that mounts later must not reset this error by a retry.
        retryOnMount: ({ state }) => !(state.error instanceof OutdatedPage),
        retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000) * (0.75 + Math.random() / 2),
      },
      mutations: { retry: false },
    },
  });
  return client;
}

/**
 * Clears all cached data at the end of a session and stops further requests. Components still on the page would
 * otherwise request their data again and be refused.
 */
export function clearSessionData(client: QueryClient): void {
  onlineManager.setOnline(false);
  client.clear();
}
