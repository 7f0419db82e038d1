import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { type Clock, type ClockName, utcClock } from "#lib/words/clock.ts";
import { settingNow, useSetting } from "../settings/device-settings.ts";
import { useUrlQuery, writeUrlQuery } from "./url-query.ts";

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

/** The clock that the address asks for, else the one that the reader usually wants. */
export function useClockName(): ClockName {
  const usual = useSetting("clock");
  return useUrlQuery().clock ?? usual;
}

/** Shows this page in another clock; the usual one needs no place in the address. */
export function writeClock(query: FleetQuery, clock: ClockName): void {
  writeUrlQuery({ ...query, clock: clock === settingNow("clock") ? undefined : clock }, "replace");
}

/** Clocks as the address asks for them, for who shows many clusters and asks for one at a time. */
export function useClocks(): (clusterOffsetMinutes?: number) => Clock {
  const clock = useClockName();
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
