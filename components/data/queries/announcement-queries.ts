import { queryOptions } from "@tanstack/react-query";
import type { AnnouncementChangeRequest } from "#lib/contract/announcements/announcements.ts";
import { getJson, postJson } from "../calls/api-client.ts";

// Loaded on demand, because the first render of a page does not need this schema.
const contract = () => import("#lib/contract/announcements/announcements.ts");

/** Query options for the announcements of the garden's operators that concern the user. */
export const announcementsQuery = queryOptions({
  queryKey: ["announcements"],
  queryFn: async ({ signal }) =>
    getJson("/api/announcements", { schema: (await contract()).announcementsSchema, signal }),
  staleTime: 60_000,
  refetchInterval: 120_000,
});

/** Changes announcements. Never retried automatically, because an announcement might be saved twice. */
export async function changeAnnouncement(body: AnnouncementChangeRequest) {
  const { announcementChangeResponseSchema } = await contract();
  return postJson("/api/announcements", { schema: announcementChangeResponseSchema, body });
}
