import type { ClusterRef } from "./cluster-queries.ts";

/** Query key of a cluster's Nodes, in a module of its own for callers that only look into the query cache. */
export const nodesKey = ({ project, name }: ClusterRef) => ["cluster", project, name, "nodes"] as const;
