import type { ClusterRef } from "./cluster-queries.ts";

// Query keys in a module of their own, for callers that only look into the query cache.

/** Query key of a cluster's Nodes. */
export const nodesKey = ({ project, name }: ClusterRef) => ["cluster", project, name, "nodes"] as const;

/** Query key of what was read inside a cluster. */
export const contentsKey = ({ project, name }: ClusterRef) => ["contents", project, name] as const;
