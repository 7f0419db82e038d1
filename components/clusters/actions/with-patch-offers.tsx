"use client";

import { type ReactNode, Suspense, useCallback, useState } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { noOffers, type PatchOffer, PatchOffers } from "./patch-button.tsx";

const PatchSource = lazyComponent(async () => (await import("./patch-source.tsx")).PatchSource);

/** Offers patches in the lines within, once the page has nothing better to do and the profiles were read. */
export function WithPatchOffers({ children }: { readonly children: ReactNode }) {
  const idle = useIdle();
  const [offers, setOffers] = useState({ of: noOffers });
  const take = useCallback((of: PatchOffer) => setOffers({ of }), []);
  return (
    <PatchOffers value={offers.of}>
      {children}
      <Suspense>{idle && <PatchSource onOffers={take} />}</Suspense>
    </PatchOffers>
  );
}
