import { useDeferredValue, useMemo } from "react";
import { useNow } from "#components/ui/state/use-now.ts";
import { type FleetContext, fleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { useClock } from "./use-clock.ts";

/**
 * Returns the time context of filters; a new object once a minute. It is deferred because it makes up to ten thousand
 * rows be filtered and counted again, which must not block user input.
 */
export function useFleetContext(): FleetContext {
  const now = useNow(60_000);
  const clock = useClock();
  const context = useMemo(() => fleetContext(now, clock), [now, clock]);
  const deferred = useDeferredValue(context);
  // Server-rendered pages have no time yet; the first known time is used at once.
  return deferred.now === 0 ? context : deferred;
}
