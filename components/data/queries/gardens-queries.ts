import { queryOptions } from "@tanstack/react-query";
import { gardensSchema } from "#lib/contract/gardens.ts";
import { getJson } from "../calls/api-client.ts";

const rereadMs = 10_000;

/** All gardens of an Almanac that shows several. Nothing tells of them, so they are asked for again. */
export const gardensQuery = queryOptions({
  queryKey: ["gardens"],
  queryFn: ({ signal }) => getJson("/api/gardens", { schema: gardensSchema, signal }),
  staleTime: rereadMs / 2,
  refetchInterval: rereadMs,
});
