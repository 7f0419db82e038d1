"use client";

import { EllipsisVertical } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LazyMenu } from "#components/ui/overlay/lazy-menu.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";

const load = () => import("./cluster-row-menu-items.tsx");
const RevealedCredentialPanel = lazyComponent(
  async () => (await import("../credentials/revealed-credential-panel.tsx")).RevealedCredentialPanel,
);
const RowMenuItems = lazyComponent(async () => (await load()).ClusterRowMenuItems);

/** Menu with the actions of one cluster, in the cluster's row of the list. */
export function RowMenu({ row }: { readonly row: FleetRow }) {
  const opener = useRef<HTMLButtonElement>(null);
  const [fetches, setFetches] = useState(false);
  return (
    <>
      <LazyMenu
        items={<RowMenuItems row={row} opener={opener} onKubeconfig={() => setFetches(true)} />}
        preload={load}
        align="start"
        lifted
        className="w-80"
        trigger={
          <Button
            ref={opener}
            variant="ghost"
            size="iconSm"
            tabIndex={-1}
            data-row-actions
            aria-label={text("Actions of {name}", { name: row.name })}
            className="size-6!"
          >
            <EllipsisVertical aria-hidden />
          </Button>
        }
      />
      {fetches && (
        <Suspense>
          <RevealedCredentialPanel
            cluster={row}
            what="admin-kubeconfig"
            opener={opener}
            onClose={() => setFetches(false)}
          />
        </Suspense>
      )}
    </>
  );
}
