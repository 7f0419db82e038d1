import { queryOptions } from "@tanstack/react-query";
import { gardenCountsSchema } from "#lib/contract/garden-counts.ts";
import { gardensSchema } from "#lib/contract/gardens.ts";
import { gardenPrefix } from "#lib/strings/garden-address.ts";
import { getJson } from "../calls/api-client.ts";

const rereadMs = 10_000;
/** Interval of garden figures; counting visits every row visible to the user. */
const figuresRereadMs = 30_000;

/** All gardens of a multi-garden Almanac. Polled, because no event reports their changes. */
export const gardensQuery = queryOptions({
  queryKey: ["gardens"],
  queryFn: ({ signal }) => getJson("/api/gardens", { schema: gardensSchema, signal }),
  staleTime: rereadMs / 2,
  refetchInterval: rereadMs,
});

/** Figures of a garden the browser is signed in to, restricted to a search. */
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
