import { queryOptions } from "@tanstack/react-query";
import { gardenFiguresSchema } from "#lib/contract/garden-figures.ts";
import { gardensSchema } from "#lib/contract/gardens.ts";
import { gardenPrefix } from "#lib/text/garden-address.ts";
import { getJson } from "../calls/api-client.ts";

const rereadMs = 10_000;
/** Counting goes over every row that one may see. */
const figuresRereadMs = 30_000;

/** All gardens of an Almanac that shows several. Nothing tells of them, so they are asked for again. */
export const gardensQuery = queryOptions({
  queryKey: ["gardens"],
  queryFn: ({ signal }) => getJson("/api/gardens", { schema: gardensSchema, signal }),
  staleTime: rereadMs / 2,
  refetchInterval: rereadMs,
});

/** The numbers of a garden that the browser is signed in to, within what is searched for. */
export function gardenFiguresQuery(garden: string, search: string) {
  const asked = search === "" ? "" : `?q=${encodeURIComponent(search)}`;
  return queryOptions({
    queryKey: ["garden-figures", garden, search],
    queryFn: ({ signal }) =>
      getJson(`${gardenPrefix(garden)}/api/figures${asked}`, { schema: gardenFiguresSchema, signal }),
    staleTime: rereadMs,
    refetchInterval: figuresRereadMs,
  });
}
