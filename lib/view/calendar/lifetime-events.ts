import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import type { CalendarEvent } from "./calendar-event.ts";
import { onlyFilter } from "./forced-update-events.ts";

/** When Gardener deletes clusters because their lifetime ends: at one of its looks in the hour that follows. */
export function lifetimeEvents(rows: readonly FleetRow[]): readonly CalendarEvent[] {
  return rows.flatMap(({ uid, project, name, endsAt }): readonly CalendarEvent[] => {
    const at = parseInstant(endsAt);
    if (at === undefined) return [];
    return [
      {
        id: `lifetime.${uid}`,
        layer: "lifetime",
        about: "lifetime-ends",
        at,
        until: at + hourMs,
        title: text("Gardener deletes the cluster: its lifetime ends"),
        short: text("deleted"),
        facts: [
          text("A quota limits how long clusters live. Gardener deletes it with all that it holds."),
          text("Extend its lifetime before, or save what it holds."),
        ],
        clusters: [{ project, name }],
        filter: onlyFilter(project, name),
        hue: "negative",
      },
    ];
  });
}
