import type { FleetRow } from "#lib/contract/fleet.ts";
import { heldWindow } from "#lib/fleet/fields/held-window.ts";
import { lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { windowEndingAfter } from "#lib/policy/maintenance/next-window.ts";
import type { TimeWindow } from "#lib/policy/maintenance/time-window.ts";
import type { CalendarEvent, EventCluster } from "./calendar-event.ts";

/** A cluster that is kept on its version, and when maintenance may force it off nevertheless. */
export interface HeldCluster extends EventCluster {
  readonly uid: string;
  readonly window: TimeWindow;
  /** When Gardener deletes it, in epoch milliseconds: no window comes after that. */
  readonly endsAt: number | undefined;
}

/** Clusters whose Kubernetes versions are held, as far as somebody can say when their windows are. */
export function heldClusters(rows: readonly FleetRow[]): readonly HeldCluster[] {
  return rows.flatMap((row) => {
    const window = heldWindow(row);
    const { uid, project, name } = row;
    return window === undefined ? [] : [{ uid, project, name, window, endsAt: lifetimeEndOf(row) }];
  });
}

/** One event a day for all held clusters together: from the first window that begins in that day to the last one's end. */
export function windowEvents(
  rows: readonly FleetRow[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly CalendarEvent[] {
  const held = heldClusters(rows);
  const events: CalendarEvent[] = [];
  for (let day = from; day < to && held.length > 0; day += dayMs) {
    // Strictly after the last millisecond of the day before: every window begins once in each 24 hours.
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
      // No query leaves out those that are deleted by then.
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
