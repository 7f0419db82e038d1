import { queryOptions } from "@tanstack/react-query";
import { gardenCountsSchema } from "#lib/contract/garden-counts.ts";
import { gardensSchema } from "#lib/contract/gardens.ts";
import { gardenPrefix } from "#lib/strings/garden-address.ts";
import { getJson } from "../calls/api-client.ts";

const rereadMs = 10_000;
/** Polling interval in ms for the numbers of a garden; the server counts all rows visible to the user each time. */
const figuresRereadMs = 30_000;

/** Query options for the list of gardens. Polled, because no event reports changes. */
export const gardensQuery = queryOptions({
  queryKey: ["gardens"],
  queryFn: ({ signal }) => getJson("/api/gardens", { schema: gardensSchema, signal }),
  staleTime: rereadMs / 2,
  refetchInterval: rereadMs,
});

/** Query options for the numbers of clusters in a garden to which the browser is signed in, restricted by a search. */
export function gardenCountsQuery(garden: string, search: string) {
  const asked = search === "" ? "" : `?q=${encodeURIComponent(search)}`;
  return queryOptions({
    queryKey: ["garden-figures", garden, search],
    queryFn: ({ signal }) =>
      getJson(`${gardenPrefix(garden)}/api/figures${asked}`, { schema: gardenCountsSchema, signal }),
    staleTime: rereadMs,
    refetchInterval: figuresRereadMs,
  });
}
