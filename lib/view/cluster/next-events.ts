import type { FleetRow } from "#lib/contract/fleet.ts";
import { missingVersionLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { forcedEvents } from "#lib/forecast/forced-events.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import { isSpecOnly } from "#lib/forecast/spec-only.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { isUrgent, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { urgencyHues } from "#lib/words/dead-end-labels.ts";
import { capitalize, profileSuffixOf } from "#lib/words/format-list.ts";
import { formatClockTime } from "#lib/words/format-time.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";
import { formatEndDate, lastInstantOf } from "#lib/words/version-end.ts";
import {
  describeForcedReason,
  formatDays,
  formatDeadEndTime,
  stepTargetLabel,
} from "../forecast/forced-change-descriptions.ts";

/** Next date of a cluster, in words. */
export interface NextEvent {
  readonly kind: "window" | "forced" | "stuck" | "end" | "lifetime" | "deleting" | "nothing";
  /** Epoch milliseconds; absent if it applies already or has no date. */
  readonly at?: number;
  readonly when: string;
  readonly what: string;
  readonly hue: "negative" | "caution" | "neutral";
}

/** Next window, first forced change, first dead end and end of the version, in time order. */
export function nextClusterEvents(row: FleetRow, speech: TimeContext): readonly NextEvent[] {
  if (row.deletionRequestedAt !== undefined) return [deletingEvent()];
  const lifetime = lifetimeEvent(row, speech);
  const endsAt = lifetime?.at ?? Number.POSITIVE_INFINITY;
  const events = [...windowEvent(row, speech), ...forcedOrStuck(row, speech), ...endEvent(row, speech)];
  const before = events.filter(({ kind, at = 0 }) => at < endsAt && (kind !== "nothing" || lifetime === undefined));
  return [...before, ...(lifetime ? [lifetime] : [])].sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

/** A cluster in deletion has no other events. */
function deletingEvent(): NextEvent {
  const what = text("The cluster is being deleted: there is no maintenance any more.");
  return { kind: "deleting", when: text("Now"), what, hue: "neutral" };
}

/** End of the lifetime, when Gardener deletes the cluster; no event follows it. */
function lifetimeEvent({ endsAt }: FleetRow, speech: TimeContext): (NextEvent & { readonly at: number }) | undefined {
  const at = parseInstant(endsAt);
  if (at === undefined) return undefined;
  const when = `${formatDays(at, undefined, speech)}, ${formatClockTime(at, speech.clock)}`;
  const what = text("Gardener deletes the cluster: its lifetime ends. The deletion may begin up to an hour later.");
  return { kind: "lifetime", at, when, what, hue: "negative" };
}

function windowEvent(row: FleetRow, { clock, now }: TimeContext): readonly NextEvent[] {
  const { window, autoUpdate, pools } = row;
  const next = rowWindow(window, now);
  if (next === undefined) return [];
  const { beginMs, endMs, open } = next;
  const times = `${formatClockTime(beginMs, clock)}–${formatClockTime(endMs, clock)}`;
  return [
    {
      kind: "window",
      at: beginMs,
      when: open ? text("Window open") : `${formatDays(beginMs, undefined, { clock, now })}, ${times}`,
      what: isSpecOnly(row)
        ? text("Maintenance window, which changes the specification only: Gardener does nothing to the cluster now.")
        : automaticUpdates(autoUpdate, pools),
      hue: "neutral",
    },
  ];
}

function automaticUpdates({ kubernetes, images }: FleetRow["autoUpdate"], pools: number): string {
  return pools === 0
    ? text("Maintenance window. Automatic updates: Kubernetes {kubernetes, select, true {on} other {off}}.", {
        kubernetes: String(kubernetes),
      })
    : text(
        "Maintenance window. Automatic updates: Kubernetes {kubernetes, select, true {on} other {off}}, images {images, select, true {on} other {off}}.",
        { kubernetes: String(kubernetes), images: String(images) },
      );
}

function forcedOrStuck(row: FleetRow, speech: TimeContext): readonly NextEvent[] {
  const events = forcedEvents(row);
  const step = events.find((event) => event.step)?.step;
  const deadEnd = events.find((event) => event.deadEnd)?.deadEnd;
  const told: NextEvent[] = [];
  if (step) {
    const what = text("Forced to {target}: {why}.", {
      target: stepTargetLabel(step),
      why: describeForcedReason(step, speech),
    });
    told.push({
      kind: "forced",
      at: step.earliestAt,
      when: formatDays(step.earliestAt, step.latestAt, speech),
      what: isSpecOnly(row) ? `${what} ${text("In the specification only, as things stand.")}` : what,
      hue: step.overdue === true || isUrgent(step.earliestAt, speech.now) ? "caution" : "neutral",
    });
  }
  if (deadEnd) {
    const urgency = urgencyOf(deadEnd, speech.now);
    const link = missingVersionLabel(deadEnd, profileSuffixOf(deadEnd.profile));
    told.push({
      kind: "stuck",
      ...(urgency !== "now" && { at: deadEnd.fromAt }),
      when: capitalize(formatDeadEndTime(deadEnd, speech)),
      what: urgency === "open" ? text("Open end: {link}.", { link }) : text("No upgrade path: {link}.", { link }),
      hue: urgencyHues[urgency],
    });
  }
  if (told.length > 0 || row.forecast === undefined || row.forecast.without !== undefined) return told;
  const horizon = forecastHorizon(speech.now);
  return [
    {
      kind: "nothing",
      at: horizon,
      when: text("Until {date}", { date: formatEndDate(horizon) }),
      what: text("No forced change in sight."),
      hue: "neutral",
    },
  ];
}

function endEvent({ kubernetes: { version, expiresAt } }: FleetRow, { now }: TimeContext): readonly NextEvent[] {
  const ends = parseInstant(expiresAt);
  if (ends === undefined) return [];
  const isOver = ends <= now;
  return [
    {
      kind: "end",
      at: lastInstantOf(ends),
      when: formatEndDate(ends),
      what: isOver
        ? text("Kubernetes {version} expired.", { version })
        : text("Kubernetes {version} expires.", { version }),
      hue: isOver ? "negative" : isUrgent(ends, now) ? "caution" : "neutral",
    },
  ];
}
