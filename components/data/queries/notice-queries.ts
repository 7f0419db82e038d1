import { queryOptions } from "@tanstack/react-query";
import { type DestinationChange, destinationChangedSchema } from "#lib/contract/destinations.ts";
import { type NoticeChange, noticeChangedSchema, noticesSchema } from "#lib/contract/notices.ts";
import { getJson, postJson } from "../calls/api-client.ts";

const askEveryMs = 30_000;

/** Asked for again and again only by whoever has a rule that may tell something. */
export const noticesQuery = queryOptions({
  queryKey: ["notices"],
  queryFn: ({ signal }) => getJson("/api/notices", { schema: noticesSchema, signal }),
  staleTime: askEveryMs,
  refetchInterval: ({ state }) => (state.data?.rules.some(({ off }) => !off) ? askEveryMs : false),
});

/** Never tried again by itself: a rule that was saved would be saved twice. */
export function changeNotices(body: NoticeChange) {
  return postJson("/api/notices", { schema: noticeChangedSchema, body });
}

/** As {@link changeNotices}: what was sent is not sent again. */
export function changeDestinations(body: DestinationChange) {
  return postJson("/api/notices/destinations", { schema: destinationChangedSchema, body });
}
