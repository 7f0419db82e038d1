import { useEffect, useMemo, useState } from "react";
import { useIdle } from "#components/ui/state/use-idle.ts";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import type { Readiness } from "#lib/policy/readiness/assess-readiness.ts";
import type { readinessOfCluster } from "#lib/view/readiness/readiness-of-cluster.ts";
import type { Cluster } from "../../use-cluster.ts";

/**
 * Readiness of a cluster for its next minor version; undefined if there is none, and until its rules are loaded, which
 * happens once the page is idle.
 */
export function useReadiness(
  cluster: Cluster | undefined,
  forecast: ClusterForecast | undefined,
): Readiness | undefined {
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
  return useMemo(
    () => (assess && shoot && detail && forecast ? assess({ shoot, detail }, forecast) : undefined),
    [assess, shoot, detail, forecast],
  );
}
