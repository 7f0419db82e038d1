import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { closePalette } from "#components/data/keys/palette-dialog.ts";
import { useRowsPreparedWhenIdle } from "#components/data/live/use-prepared-rows.ts";
import { useThrottledFleetRows } from "#components/data/live/use-throttled-fleet-rows.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { loadPinsAndRecentVisits, recordVisit } from "#components/data/storage/habits.ts";
import { usePagePath } from "#components/ui/address/use-page-path.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { searchableTextOf } from "#lib/fleet/fields/fleet-fields.ts";
import { clusterInPath } from "#lib/view/cluster/cluster-in-path.ts";
import { PaletteDialog } from "./palette-dialog.tsx";

const RevealPanel = lazyComponent(
  async () => (await import("#components/clusters/credentials/revealed-credential-panel.tsx")).RevealedCredentialPanel,
);

/** Command palette with pages, clusters and actions. While closed, it prepares itself and records visited pages. */
export function Palette({ opener }: { readonly opener: HTMLElement | null | undefined }) {
  const rows = useThrottledFleetRows(useQuery(fleetQuery).data?.rows);
  useRowsPreparedWhenIdle(rows, searchableTextOf);
  useVisits(rows);
  const [fetched, setFetched] = useState<FleetRow>();
  const back = useRef<HTMLElement>(null);
  return (
    <>
      {opener !== undefined && (
        <PaletteDialog
          rows={rows}
          opener={opener}
          onClose={closePalette}
          onKubeconfig={(row) => {
            back.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
            setFetched(row);
          }}
        />
      )}
      {fetched && (
        <Suspense>
          <RevealPanel cluster={fetched} what="admin-kubeconfig" opener={back} onClose={() => setFetched(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Records the current cluster or page as visited, so that the palette can list it first. */
function useVisits(rows: readonly FleetRow[] | undefined): void {
  const path = usePagePath();
  const person = useQuery({ ...sessionQuery, select: ({ user }) => user.name }).data;
  const of = clusterInPath(path);
  const isPage = of === undefined;
  const uid = of && rows?.find(({ project, name }) => name === of.name && project === of.project)?.uid;
  useEffect(() => {
    if (person === undefined) return;
    loadPinsAndRecentVisits(person);
    if (uid !== undefined) recordVisit("recent", uid);
    else if (isPage) recordVisit("pages", path);
  }, [person, path, uid, isPage]);
}
