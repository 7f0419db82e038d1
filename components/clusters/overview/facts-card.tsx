"use client";

import { Suspense } from "react";
import { Card } from "#components/ui/card.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";

/** It is the last block of its page, which is read from above. */
const ClusterFacts = lazyComponent(async () => (await import("./cluster-facts.tsx")).ClusterFacts);

export function FactsCard({ row, shoot }: { readonly row: FleetRow; readonly shoot: Shoot }) {
  return (
    <Card id="facts" title={text("Details")}>
      <Suspense fallback={<Skeleton className="h-120" />}>
        <ClusterFacts row={row} shoot={shoot} />
      </Suspense>
    </Card>
  );
}
