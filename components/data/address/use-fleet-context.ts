import { useDeferredValue, useMemo } from "react";
import { useNow } from "#components/ui/state/use-now.ts";
import { type FleetContext, fleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { useClock } from "./use-clock.ts";

/**
 * What filters need to know of the time; another object once a minute. Ten thousand rows are then filtered and counted
 * anew, which nobody asked for: that gives way to what people do meanwhile.
 */
export function useFleetContext(): FleetContext {
  const now = useNow(60_000);
  const clock = useClock();
  const context = useMemo(() => fleetContext(now, clock), [now, clock]);
  const deferred = useDeferredValue(context);
  // The server's pages know no time yet; the first that is known is not waited for.
  return deferred.now === 0 ? context : deferred;
}
