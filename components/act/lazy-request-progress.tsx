import { Suspense, useEffect } from "react";
import { useLatestRequest } from "#components/data/storage/request-journal.ts";
import { lazyComponent, loadEarly } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";

const load = () => import("./request-progress.tsx");
const RequestTrack = lazyComponent(async () => (await load()).RequestProgress);

/** Progress of the latest act. Preloaded, because an act's outcome may be unknown when the server went away. */
export function LazyRequestProgress({ row }: { readonly row: FleetRow }) {
  const request = useLatestRequest(row.uid);
  const idle = useIdle();
  useEffect(() => {
    if (idle) loadEarly(load);
  }, [idle]);
  return <Suspense>{request !== undefined && <RequestTrack row={row} />}</Suspense>;
}
