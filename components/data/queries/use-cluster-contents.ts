import { skipToken, useQuery } from "@tanstack/react-query";
import { minuteMs } from "#lib/kube/time-units.ts";
import type { ContentsResponse } from "#lib/view/readiness/contents-schema.ts";
import { contentsKey } from "./cluster-keys.ts";
import type { ClusterRef } from "./cluster-queries.ts";
import { sessionQuery } from "./session-queries.ts";

/** What a look inside a cluster has read. */
export type ReadContents = Extract<ContentsResponse, { state: "read" }>;

/**
 * What was last read inside a cluster; undefined if this tab has not looked. It is held in the memory of the tab only, and
 * dropped a while after the last page that shows it is left.
 */
export function useClusterContents(cluster: ClusterRef): ReadContents | undefined {
  const person = useQuery(sessionQuery).data?.user.name;
  const { data } = useQuery<ReadContents>({
    queryKey: contentsKey(cluster, person),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * minuteMs,
  });
  return data;
}
