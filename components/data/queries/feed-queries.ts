import { queryOptions } from "@tanstack/react-query";
import { type CreateFeedBody, feedCreatedSchema, feedsSchema } from "#lib/contract/feeds.ts";
import { deleteResource, getJson, postJson } from "../calls/api-client.ts";

export const feedsQuery = queryOptions({
  queryKey: ["feeds"],
  queryFn: ({ signal }) => getJson("/api/feeds", { schema: feedsSchema, signal }),
  staleTime: 10_000,
});

/** Never tried again by itself: each attempt would make another feed. */
export function createFeed(body: CreateFeedBody) {
  return postJson("/api/feeds", { schema: feedCreatedSchema, body });
}

export function revokeFeed(id: string): Promise<void> {
  return deleteResource(`/api/feeds/${encodeURIComponent(id)}`);
}
