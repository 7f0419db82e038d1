"use client";

import { ArrowUp } from "lucide-react";
import { createContext, type ReactNode, Suspense, use, useCallback, useState } from "react";
import { useActDialog } from "#components/act/act-dialog.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { updateKubernetesAct } from "#lib/act/plan/update-kubernetes-act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";

/** Returns the patch version that the row of a cluster offers to the user; undefined if it offers none. */
type PatchOffer = (row: FleetRow) => string | undefined;

const noOffers: PatchOffer = () => undefined;
const PatchOffers = createContext(noOffers);

/** Button beside the Kubernetes version that opens the preview of an update to the newest patch version. */
export function PatchUpdateButton({ row }: { readonly row: FleetRow }) {
  const target = use(PatchOffers)(row);
  const { open, preload } = useActDialog();
  if (target === undefined) return null;
  const title = text("Update to {target}", { target });
  return (
    <button
      type="button"
      data-grid-widget
      tabIndex={-1}
      title={`${title}…`}
      aria-label={text("Update {name} to {target}", { name: row.name, target })}
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onClick={({ currentTarget }) =>
        open({ cluster: row, act: updateKubernetesAct(target), title, opener: currentTarget })
      }
      className="focus-inset -mx-1 grid size-6 shrink-0 place-items-center rounded-control text-link hover:bg-hover"
    >
      <ArrowUp aria-hidden className="size-3.5" />
    </button>
  );
}

const PatchOffersReporter = lazyComponent(
  async () => (await import("./patch-offers-reporter.tsx")).PatchOffersReporter,
);

/** Provides patch versions for the rows within, computed once the page is idle and the CloudProfiles are read. */
export function PatchOffersProvider({ children }: { readonly children: ReactNode }) {
  const idle = useIdle();
  const [offers, setOffers] = useState({ of: noOffers });
  const take = useCallback((of: PatchOffer) => setOffers({ of }), []);
  return (
    <PatchOffers value={offers.of}>
      {children}
      <Suspense>{idle && <PatchOffersReporter onOffers={take} />}</Suspense>
    </PatchOffers>
  );
}
