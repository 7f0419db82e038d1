import type { FleetRow } from "#lib/contract/fleet.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { maintenanceChangesSpecOnly } from "#lib/forecast/spec-only.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { isUrgent } from "#lib/policy/versions/dead-end-horizon.ts";
import { utcClock } from "#lib/words/clock.ts";
import { poolsLabel } from "#lib/words/format-list.ts";
import { formatClockTime } from "#lib/words/format-time.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";
import { formatVersionEndDate, lastValidInstantOf } from "#lib/words/version-end.ts";
import { formatDayRange } from "../../forecast/forced-change-descriptions.ts";

import { deadEndEventsOf, forecastStepEventsOf } from "./change-events.ts";
import { credentialAgeEventsOf } from "./credential-age-events-of.ts";
import { pastEventsOf } from "./past-events-of.ts";
import { type TimeLineEvent, type TimeLineInput, timeLineFutureMs, timeLinePastMs } from "./time-line-event.ts";
/**
 * Returns the events of a cluster within twelve months around now, in time order: ends of versions, maintenance and
 * forced changes, ages of credentials, and past operations. No events follow the end of the cluster's lifetime.
 */
export function clusterTimeLine(input: TimeLineInput, context: TimeContext): readonly TimeLineEvent[] {
  const { row } = input;
  const past = pastEventsOf(input, context);
  if (row.deletionRequestedAt !== undefined) return [...past, deletionEvent(context)];
  const lifetime = lifetimeEvent(row, context);
  const endsAt = lifetime?.at ?? Number.POSITIVE_INFINITY;
  const ahead = [
    ...expiryEvents(row, context),
    ...windowEvent(row, context),
    ...forecastStepEventsOf(input, context),
    ...deadEndEventsOf(row, context),
    ...credentialAgeEventsOf(row, context),
  ].filter(({ at }) => at < endsAt);
  const all = [...past, ...ahead, ...(lifetime ? [lifetime] : [])];
  return all.filter(({ at }) => at < context.now + timeLineFutureMs).sort((a, b) => a.at - b.at);
}

/** End of the time without forced change or dead end in epoch ms; undefined if one is expected or nothing is known. */
export function noForcedChangeUntil(
  { forecast, endsAt, deletionRequestedAt }: FleetRow,
  events: readonly TimeLineEvent[],
  now: number,
): number | undefined {
  const isKnown = forecast !== undefined && forecast.without === undefined;
  if (!isKnown || endsAt !== undefined || deletionRequestedAt !== undefined) return undefined;
  return events.some(({ kind }) => kind === "forced" || kind === "stuck") ? undefined : now + timeLineFutureMs;
}

/** Returns whether an event belongs to the past. */
export function isPastEvent({ track }: Pick<TimeLineEvent, "track">): boolean {
  return track === "operations";
}

/** Returns the deletion of a cluster as an event. A cluster being deleted has no other future events. */
function deletionEvent({ now }: TimeContext): TimeLineEvent {
  return {
    ...{ key: "deletion", track: "changes", kind: "deletion", at: now, hue: "neutral", tab: undefined },
    ...{ when: text("Now"), label: text("deletion"), why: [] },
    what: text("The cluster is being deleted: there is no maintenance any more."),
  };
}

function lifetimeEvent({ endsAt }: FleetRow, context: TimeContext): TimeLineEvent | undefined {
  const at = parseInstant(endsAt);
  if (at === undefined) return undefined;
  return {
    ...{ key: "lifetime", track: "expiries", kind: "lifetime", at, hue: "negative", tab: undefined },
    when: `${formatDayRange(at, undefined, context)}, ${formatClockTime(at, context.clock)}`,
    what: text("Gardener deletes the cluster"),
    label: text("deleted"),
    why: [text("Its lifetime ends. The deletion may begin up to an hour later.")],
  };
}

function expiryEvents(row: FleetRow, { now }: TimeContext): readonly TimeLineEvent[] {
  const { kubernetes, images } = row;
  const versions = [{ name: "Kubernetes", pools: [] as readonly string[], ...kubernetes }, ...images];
  return versions.flatMap(({ name, version, pools, expiresAt }): readonly TimeLineEvent[] => {
    const at = parseInstant(expiresAt);
    if (at === undefined || at < now - timeLinePastMs) return [];
    const facts = { name, pools: poolsLabel(pools) };
    const isPast = at <= now;
    return [
      {
        ...{
          key: `expiry ${name} ${version}`,
          track: "expiries",
          kind: "expiry",
          at: lastValidInstantOf(at),
          tab: "updates",
        },
        hue: isPast ? "negative" : isUrgent(at, now) ? "caution" : "neutral",
        when: formatDayRange(lastValidInstantOf(at), undefined, { clock: utcClock, now }),
        what: isPast ? text("{name} expired", facts) : text("{name} expires", facts),
        label: name,
        why: [
          text("{name} {version} {isPast, select, true {expired} other {expires}} on {day}.", {
            ...{ name, version, day: formatVersionEndDate(at), isPast: String(isPast) },
          }),
          ...(pools.length > 0 ? [text("It runs in {pools}.", facts)] : []),
        ],
      },
    ];
  });
}

function windowEvent(row: FleetRow, { clock, now }: TimeContext): readonly TimeLineEvent[] {
  const next = nextWindowOfRow(row.window, now);
  if (next === undefined) return [];
  const { beginMs, endMs, open } = next;
  const times = `${formatClockTime(beginMs, clock)}–${formatClockTime(endMs, clock)}`;
  return [
    {
      ...{
        key: "window",
        track: "changes",
        kind: "window",
        at: beginMs,
        until: endMs,
        hue: "neutral",
        tab: "maintenance",
      },
      when: open ? text("Window open") : `${formatDayRange(beginMs, undefined, { clock, now })}, ${times}`,
      what: maintenanceChangesSpecOnly(row)
        ? text("Next maintenance window, which changes the specification only")
        : text("Next maintenance window"),
      label: "",
      why: [],
    },
  ];
}
