import { Suspense } from "react";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";

const FirstStepsCard = lazyComponent(async () => (await import("./first-steps-card.tsx")).FirstStepsCard);

/** For who is new here, until they put it away. Whoever has done so loads nothing of it. */
export function FirstSteps({ first }: { readonly first: FleetRow | undefined }) {
  if (useSetting("firstSteps") === "hidden") return null;
  return (
    <Suspense fallback={<Skeleton className="h-[5.4rem] w-full max-sm:h-[12.4rem] shrink-0 rounded-card" />}>
      <FirstStepsCard first={first} />
    </Suspense>
  );
}
