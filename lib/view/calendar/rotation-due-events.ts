import type { FleetRow } from "#lib/contract/fleet.ts";
import { onlyOnceRenewed } from "#lib/fleet/fields/due-families.ts";
import { lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { rotationFamilies } from "#lib/policy/rotations/families.ts";
import { defaultRotationIntervalMs } from "#lib/policy/rotations/rotation-age.ts";
import { familyName, listed } from "#lib/words/words.ts";
import type { CalendarEvent } from "./calendar-event.ts";
import { onlyFilter } from "./forced-update-events.ts";

/**
 * When a cluster's credentials are 90 days old, which is when the API server reminds of a rotation unless the garden is
 * configured otherwise. What falls on the same day of a cluster is one event.
 */
export function rotationDueEvents(rows: readonly FleetRow[]): readonly CalendarEvent[] {
  return rows.flatMap((row) => {
    if (row.deletionRequestedAt !== undefined) return [];
    const endsAt = lifetimeEndOf(row) ?? Number.POSITIVE_INFINITY;
    const byDay = new Map<number, { at: number; families: string[] }>();
    for (const family of rotationFamilies) {
      const renewedAt = row.rotatedAt?.[family];
      if (renewedAt === undefined && onlyOnceRenewed.has(family)) continue;
      const last = Date.parse(renewedAt ?? row.createdAt ?? "");
      if (Number.isNaN(last)) continue;
      const at = last + defaultRotationIntervalMs;
      if (at >= endsAt) continue;
      const day = Math.floor(at / dayMs);
      const due = byDay.get(day) ?? { at, families: [] };
      byDay.set(day, { at: Math.min(due.at, at), families: [...due.families, family] });
    }
    return [...byDay.values()].map(
      ({ at, families }): CalendarEvent => ({
        id: `rotation-due.${row.uid}.${families.join("+")}`,
        layer: "rotation",
        about: `rotation-due.${families.join("+")}`,
        at,
        title: text("Rotation due: {families}", { families: listed(families.map(familyName)) }),
        short: text("rotation"),
        facts: [
          text(
            "On this day the credentials are 90 days old; Gardener's API server reminds after about that time by default.",
          ),
          text("This is a recommendation: nothing happens automatically on this day."),
        ],
        clusters: [{ project: row.project, name: row.name }],
        filter: onlyFilter(row.project, row.name),
        hue: "notice",
      }),
    );
  });
}
