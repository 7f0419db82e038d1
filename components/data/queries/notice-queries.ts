import { queryOptions } from "@tanstack/react-query";
import type { DestinationChange } from "#lib/contract/destinations.ts";
import type { NoticeChange } from "#lib/contract/notices.ts";
import { getJson, postJson } from "../calls/api-client.ts";

const askEveryMs = 30_000;

// The bell asks once a page has nothing better to do: until then nobody needs to know what a notice looks like.
const notices = () => import("#lib/contract/notices.ts");
const destinations = () => import("#lib/contract/destinations.ts");

/** Asked for again and again only by whoever has a rule that may tell something. */
export const noticesQuery = queryOptions({
  queryKey: ["notices"],
  queryFn: async ({ signal }) => getJson("/api/notices", { schema: (await notices()).noticesSchema, signal }),
  staleTime: askEveryMs,
  refetchInterval: ({ state }) => (state.data?.rules.some(({ off }) => !off) ? askEveryMs : false),
});

/** Never tried again without being asked: a rule that was saved would be saved twice. */
export async function changeNotices(body: NoticeChange) {
  const { noticeChangedSchema } = await notices();
  return postJson("/api/notices", { schema: noticeChangedSchema, body });
}

/** As {@link changeNotices}: what was sent is not sent again. */
export async function changeDestinations(body: DestinationChange) {
  const { destinationChangedSchema } = await destinations();
  return postJson("/api/notices/destinations", { schema: destinationChangedSchema, body });
}
