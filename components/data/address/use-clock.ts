import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { type ClockName, type DisplayClock, utcClock } from "#lib/words/clock.ts";
import { readSetting, useSetting } from "../settings/device-settings.ts";
import { useUrlQuery, writeUrlQuery } from "./url-query.ts";

const never = () => () => undefined;

const zoneHeldMs = 60_000;
let zone = "UTC";
let zoneReadAt = Number.NEGATIVE_INFINITY;

/** Browser's time zone. Cached, as each date reads it at some 50 µs; a change shows a minute later. */
function ownZone(): string {
  const at = performance.now();
  if (at - zoneReadAt < zoneHeldMs) return zone;
  zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  zoneReadAt = at;
  return zone;
}

/** Returns the user's time zone, such as `Europe/Berlin`; UTC on the server. */
export function useTimeZone(): string {
  return useSyncExternalStore(never, ownZone, () => "UTC");
}

/** Returns the clock named in the address, else the user's default. */
export function useClockName(): ClockName {
  const usual = useSetting("clock");
  return useUrlQuery().clock ?? usual;
}

/** Shows this page in another clock; the default clock is left out of the address. */
export function writeClock(query: FleetQuery, clock: ClockName): void {
  writeUrlQuery({ ...query, clock: clock === readSetting("clock") ? undefined : clock }, "replace");
}

/** Returns a function from a cluster's offset to its clock, for views of many clusters. */
export function useClocks(): (clusterOffsetMinutes?: number) => DisplayClock {
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

/** Returns the clock named in the address. The cluster clock uses the given offset if known, else the user's zone. */
export function useClock(clusterOffsetMinutes?: number): DisplayClock {
  const clockFor = useClocks();
  return useMemo(() => clockFor(clusterOffsetMinutes), [clockFor, clusterOffsetMinutes]);
}
