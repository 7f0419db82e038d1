import type { FleetRow } from "../../contract/fleet.ts";
import { windowEndingAfter } from "../../policy/maintenance/next-window.ts";
import { parseTimeWindow, type TimeWindow } from "../../policy/maintenance/time-window.ts";
import type { CalendarEvent, EventCluster } from "./calendar-event.ts";

/** A cluster that is kept on its version, and when maintenance may force it off nevertheless. */
export interface HeldCluster extends EventCluster {
  readonly uid: string;
  readonly window: TimeWindow;
}

/**
 * Clusters whose Kubernetes versions are held: without automatic updates, or with a pool pinned to its own version. Those
 * without a readable window are left out, because nobody can say when theirs is.
 */
export function heldClusters(rows: readonly FleetRow[]): readonly HeldCluster[] {
  return rows.flatMap(({ uid, project, name, autoUpdate, pinnedPools, window, deletionRequestedAt }) => {
    if (deletionRequestedAt !== undefined || (autoUpdate.kubernetes && pinnedPools.length === 0)) return [];
    const parsed = window === undefined ? undefined : parseTimeWindow(window);
    return parsed?.ok ? [{ uid, project, name, window: parsed.value }] : [];
  });
}

const dayMs = 86_400_000;

/** One event a day for all held clusters together: from the first window that begins in that day to the last one's end. */
export function windowEvents(
  rows: readonly FleetRow[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly CalendarEvent[] {
  const held = heldClusters(rows);
  const events: CalendarEvent[] = [];
  for (let day = from; day < to && held.length > 0; day += dayMs) {
    // Strictly after the last millisecond of the day before: every window begins once in each 24 hours.
    const windows = held.map(({ window }) => beginsWithin(window, day));
    events.push({
      id: `windows.${day}`,
      layer: "window",
      at: Math.min(...windows.map(({ beginAt }) => beginAt)),
      until: Math.max(...windows.map(({ endAt }) => endAt)),
      title: "Maintenance windows of held clusters",
      facts: [
        "Held: automatic Kubernetes updates are off, or a pool is pinned to its own version. Only in these windows can such a cluster be forced off an ended version.",
      ],
      clusters: held,
      hue: "neutral",
    });
  }
  return events;
}

function beginsWithin(window: TimeWindow, day: number) {
  const first = windowEndingAfter(window, day);
  return first.beginAt >= day ? first : { beginAt: first.beginAt + dayMs, endAt: first.endAt + dayMs };
}
