import type { ClusterRef } from "./cluster-queries.ts";

/** Under which the Nodes of a cluster are kept, also for who only looks whether they were read. */
export const nodesKey = ({ project, name }: ClusterRef) => ["cluster", project, name, "nodes"] as const;
