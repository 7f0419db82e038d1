import { queryOptions } from "@tanstack/react-query";
import type { SeedSchedulingChange } from "#lib/contract/seed/scheduling.ts";
import { getJson, postJson } from "../calls/api-client.ts";
import { clusterApiPath } from "../calls/cluster-api-path.ts";
import type { ClusterRef } from "./cluster-queries.ts";

export const seedChoiceQuery = (cluster: ClusterRef) =>
  queryOptions({
    queryKey: ["cluster", cluster.project, cluster.name, "seeds"],
    queryFn: async ({ signal }) => {
      const { seedChoiceSchema } = await import("#lib/contract/seeds.ts");
      return getJson(`${clusterApiPath(cluster)}/seeds`, { schema: seedChoiceSchema, signal });
    },
    staleTime: 60_000,
  });

// Loaded on demand: only the page of a Seed needs these schemas.
const schedulingContract = () => import("#lib/contract/seed/scheduling.ts");

const seedSchedulingPath = (seed: string) => `/api/seeds/${encodeURIComponent(seed)}/scheduling`;

export const seedSchedulingQuery = (seed: string) =>
  queryOptions({
    queryKey: ["seeds", seed, "scheduling"],
    queryFn: async ({ signal }) =>
      getJson(seedSchedulingPath(seed), { schema: (await schedulingContract()).seedSchedulingSchema, signal }),
    // Who opens the dialog decides by what holds now.
    staleTime: 0,
    gcTime: 0,
  });

/** Hides a Seed from the scheduler, or shows it. Never retried automatically. */
export async function changeSeedScheduling(seed: string, body: SeedSchedulingChange) {
  return postJson(seedSchedulingPath(seed), { schema: (await schedulingContract()).seedVisibilitySchema, body });
}

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
