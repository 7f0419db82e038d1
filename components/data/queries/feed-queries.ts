import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { type CreateFeedRequest, createFeedResponseSchema, feedsSchema } from "#lib/contract/feeds.ts";
import { deleteJson, getJson, postJson } from "../calls/api-client.ts";

export const feedsQuery = queryOptions({
  queryKey: ["feeds"],
  queryFn: ({ signal }) => getJson("/api/feeds", { schema: feedsSchema, signal }),
  staleTime: 10_000,
});

/** Never retried automatically: each attempt would create another feed. */
export function createFeed(body: CreateFeedRequest) {
  return postJson("/api/feeds", { schema: createFeedResponseSchema, body });
}

export function revokeFeed(id: string) {
  return deleteJson(`/api/feeds/${encodeURIComponent(id)}`, { schema: z.undefined() });
}
