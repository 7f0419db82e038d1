import { useDeferredValue, useMemo } from "react";
import { useNow } from "#components/ui/state/use-now.ts";
import { createFleetContext, type FleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { useDisplayClock } from "./use-clock.ts";

/**
 * Returns the time on which filters depend, as a new object once a minute. The value is deferred: filtering and
 * counting up to ten thousand rows again must not block user input.
 */
export function useFleetFilterContext(): FleetContext {
  const now = useNow(60_000);
  const clock = useDisplayClock();
  const context = useMemo(() => createFleetContext(now, clock), [now, clock]);
  const deferred = useDeferredValue(context);
  // A server-rendered page has no time yet, so the first time in the browser is used without delay.
  return deferred.now === 0 ? context : deferred;
}
