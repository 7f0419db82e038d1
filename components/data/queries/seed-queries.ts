import { queryOptions } from "@tanstack/react-query";
import { seedChoiceSchema } from "#lib/contract/seeds.ts";
import { getJson } from "../calls/api-client.ts";
import { clusterApiPath } from "../calls/cluster-api-path.ts";
import type { ClusterRef } from "./cluster-queries.ts";

export const seedChoiceQuery = (cluster: ClusterRef) =>
  queryOptions({
    queryKey: ["cluster", cluster.project, cluster.name, "seeds"],
    queryFn: ({ signal }) => getJson(`${clusterApiPath(cluster)}/seeds`, { schema: seedChoiceSchema, signal }),
    staleTime: 60_000,
  });

// Loaded on demand, because the first render of a page does not need these schemas.
const contract = () => import("#lib/contract/seed/seed-list.ts");

/** All Seeds of the garden. Polled, because no event tells that a Seed has changed. */
export const seedsQuery = queryOptions({
  queryKey: ["seeds"],
  queryFn: async ({ signal }) => getJson("/api/seeds", { schema: (await contract()).seedListSchema, signal }),
  staleTime: 10_000,
  refetchInterval: 30_000,
});

/** One Seed with its object. */
export const seedQuery = (name: string) =>
  queryOptions({
    queryKey: ["seeds", name],
    queryFn: async ({ signal }) =>
      getJson(`/api/seeds/${encodeURIComponent(name)}`, { schema: (await contract()).seedDetailSchema, signal }),
    staleTime: 10_000,
    refetchInterval: 30_000,
  });
