import { queryOptions } from "@tanstack/react-query";
import type { DestinationChangeRequest } from "#lib/contract/destinations.ts";
import type { NoticeChangeRequest } from "#lib/contract/notices.ts";
import { getJson, postJson } from "../calls/api-client.ts";

const askEveryMs = 30_000;

// Loaded on demand, because the first render of a page does not need this schema.
const notices = () => import("#lib/contract/notices.ts");
const destinations = () => import("#lib/contract/destinations.ts");

/** Query options for notices and watch rules, polled only while the user has an active rule. */
export const noticesQuery = queryOptions({
  queryKey: ["notices"],
  queryFn: async ({ signal }) => getJson("/api/notices", { schema: (await notices()).noticesSchema, signal }),
  staleTime: askEveryMs,
  refetchInterval: ({ state }) => (state.data?.rules.some(({ off }) => !off) ? askEveryMs : false),
});

/** Changes watch rules or notices. Never retried automatically, because a rule might be saved twice. */
export async function changeNotices(body: NoticeChangeRequest) {
  const { noticeChangeResponseSchema } = await notices();
  return postJson("/api/notices", { schema: noticeChangeResponseSchema, body });
}

/** Never retried automatically, like {@link changeNotices}. */
export async function changeDestinations(body: DestinationChangeRequest) {
  const { destinationChangeResponseSchema } = await destinations();
  return postJson("/api/notices/destinations", { schema: destinationChangeResponseSchema, body });
}
