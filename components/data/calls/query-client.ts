import { MutationCache, onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { faultOf, needsSignIn, OutdatedPage } from "./api-problem.ts";

const mostRetries = 3;
const passing = ["unreachable", "timeout", "garden-unreachable", "garden-timeout", "too-many-requests"];

/** Only reads are tried again, and only for faults that pass by themselves. */
export function makeQueryClient(): QueryClient {
  // Whoever hears first that the session is over has everybody hear it.
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
        retry: (failures, error) => failures < mostRetries && passing.includes(faultOf(error).reason),
        // A page of another version stays one: a part that appears later must not take back that it was said.
        retryOnMount: ({ state }) => !(state.error instanceof OutdatedPage),
        retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000) * (0.75 + Math.random() / 2),
      },
      mutations: { retry: false },
    },
  });
  return client;
}

/**
 * At the end of a session: keeps nothing that was seen, and asks for nothing more until the next document comes. Whatever
 * is still on the page would otherwise ask for its data anew, and be refused.
 */
export function forgetEverything(client: QueryClient): void {
  onlineManager.setOnline(false);
  client.clear();
}
