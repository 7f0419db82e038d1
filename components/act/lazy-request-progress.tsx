import { Suspense, useEffect } from "react";
import { useLatestActRequest } from "#components/data/storage/request-journal.ts";
import { lazyComponent, preloadModule } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";

const load = () => import("./request-progress.tsx");
const RequestTrack = lazyComponent(async () => (await load()).RequestProgress);

/** Progress of the latest action on a cluster. Preloaded so that it can be shown while the server is unreachable. */
export function LazyRequestProgress({ row }: { readonly row: FleetRow }) {
  const request = useLatestActRequest(row.uid);
  const idle = useIdle();
  useEffect(() => {
    if (idle) preloadModule(load);
  }, [idle]);
  return <Suspense>{request !== undefined && <RequestTrack row={row} />}</Suspense>;
}
