import type { ClusterRef } from "./cluster-queries.ts";

// Query keys in a module of their own, for callers that only look into the query cache.

/** Query key of a cluster's Nodes. */
export const nodesKey = ({ project, name }: ClusterRef) => ["cluster", project, name, "nodes"] as const;

/** Query key of what a person has read inside a cluster: with other rights, another person in this tab sees none of it. */
export const contentsKey = ({ project, name }: ClusterRef, person: string | undefined) =>
  ["contents", project, name, person ?? ""] as const;
