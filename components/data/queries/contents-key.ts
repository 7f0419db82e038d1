import type { ClusterRef } from "./cluster-queries.ts";

/** Query key of what was read inside a cluster, in a module of its own for callers that only look into the query cache. */
export const contentsKey = ({ project, name }: ClusterRef) => ["contents", project, name] as const;
