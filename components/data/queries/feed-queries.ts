import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { type CreateFeedRequest, calendarFeedsSchema, createFeedResponseSchema } from "#lib/contract/feeds.ts";
import { deleteJson, getJson, postJson } from "../calls/api-client.ts";

export const feedsQuery = queryOptions({
  queryKey: ["feeds"],
  queryFn: ({ signal }) => getJson("/api/feeds", { schema: calendarFeedsSchema, signal }),
  staleTime: 10_000,
});

/** Creates a calendar feed. Never retried automatically, because each attempt would create another feed. */
export function createFeed(body: CreateFeedRequest) {
  return postJson("/api/feeds", { schema: createFeedResponseSchema, body });
}

export function revokeFeed(id: string) {
  return deleteJson(`/api/feeds/${encodeURIComponent(id)}`, { schema: z.undefined() });
}
