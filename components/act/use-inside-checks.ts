import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { useClusterContents } from "#components/data/queries/use-cluster-contents.ts";
import type { insideChecksOf } from "#lib/act/preview/inside-checks.ts";
import type { ActCheck, ActPreview } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";

const none: readonly ActCheck[] = [];

/**
 * Checks of an action against what this tab has lately read inside the cluster. They are not part of the preview itself,
 * because the server does not keep what it has read.
 */
export function useInsideChecks(preview: ActPreview | undefined, cluster: FleetRow): readonly ActCheck[] {
  const [checksOf, setChecksOf] = useState<typeof insideChecksOf>();
  const looked = useClusterContents(cluster);
  const isLooked = looked?.uid === cluster.uid;
  const { data } = useQuery({ ...clusterQuery(cluster), enabled: isLooked });
  useEffect(() => {
    if (!isLooked) return;
    // A server that is away is reported by the dialog itself.
    import("#lib/act/preview/inside-checks.ts").then(
      (module) => setChecksOf(() => module.insideChecksOf),
      () => undefined,
    );
  }, [isLooked]);
  return useMemo(
    () => (checksOf && isLooked && preview && data ? checksOf(preview, data.shoot, looked) : none),
    [checksOf, isLooked, preview, data, looked],
  );
}
