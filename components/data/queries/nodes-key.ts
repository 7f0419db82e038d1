import type { ClusterRef } from "./cluster-queries.ts";

/** Query key of a cluster's Nodes; also for callers that only check whether they were read. */
export const nodesKey = ({ project, name }: ClusterRef) => ["cluster", project, name, "nodes"] as const;
