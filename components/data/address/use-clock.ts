"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { type Clock, utcClock } from "#lib/words/clock.ts";
import { useUrlQuery } from "./url-query.ts";

const never = () => () => undefined;

const zoneHeldMs = 60_000;
let zone = "UTC";
let zoneReadAt = Number.NEGATIVE_INFINITY;

/** Every date on a page asks, and asking the browser takes some 50 µs; who travels has the new zone a minute later. */
function ownZone(): string {
  const at = performance.now();
  if (at - zoneReadAt < zoneHeldMs) return zone;
  zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  zoneReadAt = at;
  return zone;
}

/** The reader's own time zone, such as `Europe/Berlin`; UTC on the server. */
export function useTimeZone(): string {
  return useSyncExternalStore(never, ownZone, () => "UTC");
}

/** Clocks as the address asks for them, for who shows many clusters and asks for one at a time. */
export function useClocks(): (clusterOffsetMinutes?: number) => Clock {
  const { clock } = useUrlQuery();
  const timeZone = useTimeZone();
  return useCallback(
    (clusterOffsetMinutes) => {
      if (clock === "utc") return utcClock;
      if (clock === "cluster" && clusterOffsetMinutes !== undefined)
        return { kind: "offset", offsetMinutes: clusterOffsetMinutes };
      return { kind: "zone", timeZone };
    },
    [clock, timeZone],
  );
}

/** The clock that the address asks for. The cluster's own offset is used where one is known, else the reader's zone. */
export function useClock(clusterOffsetMinutes?: number): Clock {
  const clockFor = useClocks();
  return useMemo(() => clockFor(clusterOffsetMinutes), [clockFor, clusterOffsetMinutes]);
}
