import { queryOptions } from "@tanstack/react-query";
import type { ViewChangeRequest } from "#lib/contract/views.ts";
import { getJson, postJson } from "../calls/api-client.ts";

// Loaded on demand, because the first render of a page does not need this schema.
const contract = () => import("#lib/contract/views.ts");

export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: async ({ signal }) => getJson("/api/views", { schema: (await contract()).viewsSchema, signal }),
  staleTime: 60_000,
});

/** Changes saved views. Never retried automatically, because a view might be saved twice. */
export async function changeView(body: ViewChangeRequest) {
  const { viewChangeResponseSchema } = await contract();
  return postJson("/api/views", { schema: viewChangeResponseSchema, body });
}
