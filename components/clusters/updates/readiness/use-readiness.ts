import { useEffect, useMemo, useState } from "react";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { type ReadContents, useClusterContents } from "#components/data/queries/use-cluster-contents.ts";
import { useIdle } from "#components/ui/state/use-idle.ts";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import type { Readiness } from "#lib/policy/readiness/assess-readiness.ts";
import type { readinessOfCluster } from "#lib/view/readiness/readiness-of-cluster.ts";
import type { Cluster } from "../../use-cluster.ts";

interface KnownReadiness {
  readonly readiness: Readiness;
  /** What was read inside the cluster; undefined if nothing was. */
  readonly looked: ReadContents | undefined;
}

/**
 * Readiness of a cluster for its next minor version; undefined if there is none, and until its rules are loaded, which
 * happens once the page is idle.
 */
export function useReadiness(
  ref: ClusterRef,
  { cluster, forecast }: { readonly cluster: Cluster | undefined; readonly forecast: ClusterForecast | undefined },
): KnownReadiness | undefined {
  const [assess, setAssess] = useState<typeof readinessOfCluster>();
  const isIdle = useIdle();
  useEffect(() => {
    if (!isIdle) return;
    // A server that is away is reported by the parts of the page that are loaded by themselves.
    import("#lib/view/readiness/readiness-of-cluster.ts").then(
      ({ readinessOfCluster }) => setAssess(() => readinessOfCluster),
      () => undefined,
    );
  }, [isIdle]);
  const { shoot, detail } = cluster ?? {};
  const read = useClusterContents(ref);
  // A cluster of the same name that was created since is another one.
  const looked = read?.uid === shoot?.metadata.uid ? read : undefined;
  return useMemo(() => {
    if (!assess || !shoot || !detail || !forecast) return undefined;
    const readiness = assess({ shoot, detail, looked }, forecast);
    // A look before another minor does not count, and is not shown as if it did.
    return readiness && { readiness, looked: readiness.unread.includes("inside") ? undefined : looked };
  }, [assess, shoot, detail, forecast, looked]);
}
