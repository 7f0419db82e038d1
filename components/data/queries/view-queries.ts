import { queryOptions } from "@tanstack/react-query";
import { type ViewChange, viewChangedSchema, viewsSchema } from "#lib/contract/views.ts";
import { getJson, postJson } from "../calls/api-client.ts";

export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: ({ signal }) => getJson("/api/views", { schema: viewsSchema, signal }),
  staleTime: 60_000,
});

/** Never tried again by itself: a view that was saved would be saved twice. */
export function changeView(body: ViewChange) {
  return postJson("/api/views", { schema: viewChangedSchema, body });
}
