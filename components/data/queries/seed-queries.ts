import { queryOptions } from "@tanstack/react-query";
import type { SeedSchedulingChange } from "#lib/contract/seed/scheduling.ts";
import { seedChoiceSchema } from "#lib/contract/seeds.ts";
import { getJson, postJson } from "../calls/api-client.ts";
import { clusterApiPath } from "../calls/cluster-api-path.ts";
import type { ClusterRef } from "./cluster-queries.ts";

export const seedChoiceQuery = (cluster: ClusterRef) =>
  queryOptions({
    queryKey: ["cluster", cluster.project, cluster.name, "seeds"],
    queryFn: ({ signal }) => getJson(`${clusterApiPath(cluster)}/seeds`, { schema: seedChoiceSchema, signal }),
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
    staleTime: 10_000,
  });

/** Hides a Seed from the scheduler, or shows it. Never retried automatically. */
export async function changeSeedScheduling(seed: string, body: SeedSchedulingChange) {
  return postJson(seedSchedulingPath(seed), { schema: (await schedulingContract()).seedVisibilitySchema, body });
}
