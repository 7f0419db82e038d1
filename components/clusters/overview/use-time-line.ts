import { useMemo, useState } from "react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import { clusterTimeLine } from "#lib/view/cluster/time-line/time-line.ts";

/** Events of a cluster, and which of them are open. */
export type TimeLine = ReturnType<typeof useTimeLine>;

/**
 * Returns the time line of a cluster in the selected time zone. Past events need the Shoot, future updates the
 * forecast. All arguments must be stable objects.
 */
export function useTimeLine(row: FleetRow, shoot?: Shoot, outlook?: ForecastVariant) {
  const now = useNow(60_000);
  const clock = useDisplayClock(nextWindowOfRow(row.window, now)?.offsetMinutes);
  /** Keys of the events whose details are open. */
  const [open, onOpen] = useState<readonly string[]>([]);
  const events = useMemo(
    () => clusterTimeLine({ row, shoot, outlook }, { clock, now }),
    [row, shoot, outlook, clock, now],
  );
  return { row, outlook, events, now, clock, open, onOpen };
}
