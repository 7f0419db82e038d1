import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { type ClockName, type DisplayClock, utcClock } from "#lib/words/clock.ts";
import { readSetting, useSetting } from "../settings/device-settings.ts";
import { useUrlQuery, writeUrlQuery } from "./url-query.ts";

const never = () => () => undefined;

const zoneHeldMs = 60_000;
let zone = "UTC";
let zoneReadAt = Number.NEGATIVE_INFINITY;

/** Browser's time zone, cached, as reading takes some 50 µs for every date. Changes are noticed after a minute. */
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

/** Returns the name of the time zone for dates: the one in the URL, otherwise the user's default. */
export function useDisplayClockName(): ClockName {
  const usual = useSetting("clock");
  return useUrlQuery().clock ?? usual;
}

/** Writes the name of the time zone for dates to the URL; the default is left out. */
export function writeDisplayClockToUrl(query: FleetQuery, clock: ClockName): void {
  writeUrlQuery({ ...query, clock: clock === readSetting("clock") ? undefined : clock }, "replace");
}

/** Returns a function that yields the time zone for dates of a cluster, for pages with many clusters. */
export function useDisplayClockLookup(): (clusterOffsetMinutes?: number) => DisplayClock {
  const clock = useDisplayClockName();
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

/** Clock named in the URL; the cluster's own uses the given UTC offset if known, else the user's time zone. */
export function useDisplayClock(clusterOffsetMinutes?: number): DisplayClock {
  const clockFor = useDisplayClockLookup();
  return useMemo(() => clockFor(clusterOffsetMinutes), [clockFor, clusterOffsetMinutes]);
}
