import { queryOptions } from "@tanstack/react-query";
import type { ViewChange } from "#lib/contract/views.ts";
import { getJson, postJson } from "../calls/api-client.ts";

// Views are read once a page has nothing better to do: until then nobody needs to know what one looks like.
const contract = () => import("#lib/contract/views.ts");

export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: async ({ signal }) => getJson("/api/views", { schema: (await contract()).viewsSchema, signal }),
  staleTime: 60_000,
});

/** Never tried again without being asked: a view that was saved would be saved twice. */
export async function changeView(body: ViewChange) {
  const { viewChangedSchema } = await contract();
  return postJson("/api/views", { schema: viewChangedSchema, body });
}
