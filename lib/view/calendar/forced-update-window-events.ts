import type { FleetRow } from "#lib/contract/fleet.ts";
import { forcedUpdateWindowOf } from "#lib/fleet/fields/forced-update-window.ts";
import { lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { windowEndingAfter } from "#lib/policy/maintenance/next-window.ts";
import type { TimeWindow } from "#lib/policy/maintenance/time-window.ts";
import type { CalendarEvent, EventCluster } from "./calendar-event.ts";

/** Cluster without automatic Kubernetes updates, and the maintenance window in which an update may still be forced. */
export interface ManuallyUpdatedCluster extends EventCluster {
  readonly uid: string;
  readonly window: TimeWindow;
  /** Time at which Gardener deletes the cluster, in epoch milliseconds; no maintenance window follows it. */
  readonly endsAt: number | undefined;
}

/** Returns the clusters without automatic Kubernetes updates whose maintenance windows are known. */
export function manuallyUpdatedClustersOf(rows: readonly FleetRow[]): readonly ManuallyUpdatedCluster[] {
  return rows.flatMap((row) => {
    const window = forcedUpdateWindowOf(row);
    const { uid, project, name } = row;
    return window === undefined ? [] : [{ uid, project, name, window, endsAt: lifetimeEndOf(row) }];
  });
}

/** One event per day for clusters without automatic updates: from the day's first window to the end of the last one. */
export function forcedUpdateWindowEvents(
  rows: readonly FleetRow[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly CalendarEvent[] {
  const held = manuallyUpdatedClustersOf(rows);
  const events: CalendarEvent[] = [];
  for (let day = from; day < to && held.length > 0; day += dayMs) {
    // First window that begins on this day (its first instant included): every window begins once in 24 hours.
    const all = held.map((cluster) => ({ cluster, ...beginsWithin(cluster.window, day) }));
    const windows = all.filter(({ cluster: { endsAt }, beginAt }) => endsAt === undefined || beginAt < endsAt);
    if (windows.length === 0) break;
    events.push({
      id: `windows.${day}`,
      layer: "window",
      about: "windows",
      at: Math.min(...windows.map(({ beginAt }) => beginAt)),
      until: Math.max(...windows.map(({ endAt }) => endAt)),
      title: text("Maintenance windows of held clusters"),
      short: text("windows"),
      facts: [
        text(
          "Held: automatic Kubernetes updates are off, or a pool is pinned to its own version. Only in these windows can such a cluster be forced off an ended version.",
        ),
      ],
      clusters: windows.map(({ cluster }) => cluster),
      // No query can exclude the clusters that will have been deleted by then.
      ...(windows.length === held.length && { filter: "?held=1" }),
      hue: "neutral",
    });
  }
  return events;
}

function beginsWithin(window: TimeWindow, day: number) {
  const first = windowEndingAfter(window, day);
  return first.beginAt >= day ? first : { beginAt: first.beginAt + dayMs, endAt: first.endAt + dayMs };
}
