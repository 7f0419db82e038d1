import { MutationCache, onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { needsSignIn, OutdatedPageError, requestErrorOf } from "./api-problem.ts";

const mostRetries = 3;
const passing = ["unreachable", "timeout", "garden-unreachable", "garden-timeout", "too-many-requests"];

/** Creates the TanStack Query client. Only reads are retried, and only after transient errors. */
export function makeQueryClient(): QueryClient {
  // The first query that fails because the session has ended makes the session query refetch.
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
        // After a version mismatch every retry fails, so a newly mounted component must not retry and hide this error.
        retryOnMount: ({ state }) => !(state.error instanceof OutdatedPageError),
        retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000) * (0.75 + Math.random() / 2),
      },
      mutations: { retry: false },
    },
  });
  return client;
}

/**
 * Clears all cached data when a session ends, and stops further requests: mounted components would otherwise request
 * their data again.
 */
export function clearSessionData(client: QueryClient): void {
  onlineManager.setOnline(false);
  client.clear();
}
