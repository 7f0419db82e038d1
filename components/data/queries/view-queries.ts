import { queryOptions } from "@tanstack/react-query";
import type { ViewChangeRequest } from "#lib/contract/views.ts";
import { getJson, postJson } from "../calls/api-client.ts";

// Loaded once a page is idle: views are not needed before.
const contract = () => import("#lib/contract/views.ts");

export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: async ({ signal }) => getJson("/api/views", { schema: (await contract()).viewsSchema, signal }),
  staleTime: 60_000,
});

/** Never retried automatically: a saved view would be saved twice. */
export async function changeView(body: ViewChangeRequest) {
  const { viewChangeResponseSchema } = await contract();
  return postJson("/api/views", { schema: viewChangeResponseSchema, body });
}
