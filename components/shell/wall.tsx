"use client";

import { Suspense } from "react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { minuteMs } from "#lib/kube/time-units.ts";

const WallBar = lazyComponent(async () => (await import("./wall-bar.tsx")).WallBar);

/** The frame for a monitor, instead of the usual one: `?wall`, or `?wall=60` for a minute per page. */
export function Wall() {
  const { wall } = useUrlQuery();
  // Zero on the server, where the page is rendered with the usual frame.
  const isHere = useNow(minuteMs) !== 0;
  if (wall === undefined || !isHere) return null;
  return (
    <Suspense>
      <WallBar seconds={wall} />
    </Suspense>
  );
}
