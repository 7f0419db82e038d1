import type { FleetRow } from "#lib/contract/fleet.ts";
import { ageingCredentialsOf } from "#lib/fleet/fields/due-families.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { defaultRotationIntervalMs } from "#lib/policy/rotations/rotation-age.ts";
import { capitalize, rotationFamilyLabel } from "#lib/words/format-list.ts";
import { formatRelative } from "#lib/words/format-time.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";
import { formatDayRange } from "../../forecast/forced-change-descriptions.ts";

import type { TimeLineEvent } from "./time-line-event.ts";

const weekMs = 7 * dayMs;

/**
 * Returns events for the times at which credentials reach the age at which Gardener recommends a rotation. Events
 * within a week are combined, unless only some of the credentials are due.
 */
export function credentialAgeEventsOf(row: FleetRow, context: TimeContext): readonly TimeLineEvent[] {
  const groups: (typeof ages)[] = [];
  const ages = [...ageingCredentialsOf(row)].sort((a, b) => a.sinceAt - b.sinceAt);
  for (const age of ages) {
    const group = groups.at(-1);
    const [oldest] = group ?? [];
    const isOfGroup =
      oldest !== undefined &&
      age.sinceAt - oldest.sinceAt < weekMs &&
      isRotationDue(age.sinceAt, context) === isRotationDue(oldest.sinceAt, context);
    if (group !== undefined && isOfGroup) group.push(age);
    else groups.push([age]);
  }
  return groups.map((group) => credentialEvent(group, context));
}

/** Returns whether a credential is due for rotation, by the same rule as the list of due rotations. */
function isRotationDue(sinceAt: number, { now }: TimeContext): boolean {
  return now - sinceAt > defaultRotationIntervalMs;
}

/** @param ages the oldest first */
function credentialEvent(ages: ReturnType<typeof ageingCredentialsOf>, context: TimeContext): TimeLineEvent {
  const [oldest, youngest] = [ages[0]?.sinceAt ?? context.now, ages.at(-1)?.sinceAt ?? context.now];
  const dueAt = oldest + defaultRotationIntervalMs;
  const isDue = isRotationDue(oldest, context);
  const facts = { count: ages.length };
  return {
    ...{ key: `credentials ${oldest}`, track: "credentials", kind: "credentials", at: dueAt, tab: "credentials" },
    hue: isDue ? "negative" : dueAt - context.now < 30 * dayMs ? "caution" : "neutral",
    when: formatDayRange(dueAt, youngest + defaultRotationIntervalMs, context),
    what: isDue
      ? text("Rotation due: {count, plural, one {# credential} other {# credentials}}", facts)
      : text("Rotation recommended: {count, plural, one {# credential} other {# credentials}}", facts),
    label: text("{count, plural, one {# credential} other {# credentials}}", facts),
    why: [
      ...ages.map(({ family, sinceAt, never }) => {
        const named = { name: capitalize(rotationFamilyLabel(family)), when: formatRelative(sinceAt, context.now) };
        return never
          ? text("{name}: never rotated, created {when}", named)
          : text("{name}: last rotated {when}", named);
      }),
      text("Gardener recommends a rotation every 90 days."),
    ],
  };
}
