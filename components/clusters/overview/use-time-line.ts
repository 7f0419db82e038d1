import { useMemo, useState } from "react";
import { useClock } from "#components/data/address/use-clock.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import { clusterTimeLine } from "#lib/view/cluster/time-line/time-line.ts";

/** Events of a cluster, and which of them is open. */
export type TimeLine = ReturnType<typeof useTimeLine>;

/**
 * Returns the events of a cluster in the selected clock: the past ones with its Shoot, and all steps with its forecast.
 * Its parts must keep their identity.
 */
export function useTimeLine(row: FleetRow, shoot?: Shoot, outlook?: ForecastVariant) {
  const now = useNow(60_000);
  const clock = useClock(rowWindow(row.window, now)?.offsetMinutes);
  /** Key of the event whose details are open. */
  const [open, onOpen] = useState<string>();
  const events = useMemo(
    () => clusterTimeLine({ row, shoot, outlook }, { clock, now }),
    [row, shoot, outlook, clock, now],
  );
  return { row, outlook, events, now, clock, open, onOpen };
}
