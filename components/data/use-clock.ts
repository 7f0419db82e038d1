"use client";

import { useMemo, useSyncExternalStore } from "react";
import { type Clock, utcClock } from "#lib/view/clock.ts";
import { useUrlQuery } from "./url-query.ts";

const never = () => () => undefined;

/** The reader's own time zone, such as `Europe/Berlin`; UTC on the server. */
export function useTimeZone(): string {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
}

/** The clock that the address asks for. The cluster's own offset is used where one is known, else the reader's zone. */
export function useClock(clusterOffsetMinutes?: number): Clock {
  const { clock } = useUrlQuery();
  const timeZone = useTimeZone();
  return useMemo(() => {
    if (clock === "utc") return utcClock;
    if (clock === "cluster" && clusterOffsetMinutes !== undefined)
      return { kind: "offset", offsetMinutes: clusterOffsetMinutes };
    return { kind: "zone", timeZone };
  }, [clock, clusterOffsetMinutes, timeZone]);
}
