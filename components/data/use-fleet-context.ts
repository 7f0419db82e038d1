"use client";

import { useMemo } from "react";
import { useNow } from "#components/ui/use-now.ts";
import { type FleetContext, fleetContext } from "#lib/view/fleet-context.ts";
import { useClock } from "./use-clock.ts";

/** What filters need to know of the time; another object once a minute. */
export function useFleetContext(): FleetContext {
  const now = useNow(60_000);
  const clock = useClock();
  return useMemo(() => fleetContext(now, clock), [now, clock]);
}
