"use client";

import { Suspense } from "react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { minuteMs } from "#lib/kube/time-units.ts";

const WallMonitorBar = lazyComponent(async () => (await import("./wall-monitor-bar.tsx")).WallMonitorBar);

/** Frame for wall monitors, used with `?wall`, or with `?wall=60` to show each page for a minute. */
export function WallMonitorFrame() {
  const { wall } = useUrlQuery();
  // The time is zero on the server, which always renders the page with its usual frame.
  const isHere = useNow(minuteMs) !== 0;
  if (wall === undefined || !isHere) return null;
  return (
    <Suspense>
      <WallMonitorBar seconds={wall} />
    </Suspense>
  );
}
