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
