import type { FleetRow } from "#lib/contract/fleet.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { forcedEvents } from "#lib/forecast/forced-events.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { isUrgent, urgencyOf } from "#lib/policy/horizon/dead-end-horizon.ts";
import type { Clock } from "#lib/words/clock.ts";
import { urgencyHues } from "#lib/words/dead-end-labels.ts";
import { formatClockTime } from "#lib/words/format-time.ts";
import { formatEndDate, lastInstantOf } from "#lib/words/version-end.ts";
import { missingWords } from "../../fleet/fields/dead-end-filter.ts";
import { deadEndWhen, formatDays, reasonOf, targetWords } from "../forecast/forced-words.ts";

/** One of the next dates of a cluster, in words. */
export interface NextEvent {
  readonly kind: "window" | "forced" | "stuck" | "end" | "nothing";
  /** Epoch milliseconds; absent where it holds already or has no date. */
  readonly at?: number;
  readonly when: string;
  readonly what: string;
  readonly hue: "negative" | "caution" | "neutral";
}

interface Speech {
  readonly clock: Clock;
  readonly now: number;
}

/** The next window, the first forced change, the first dead end and the end of the version, in time order. */
export function nextEvents(row: FleetRow, speech: Speech): readonly NextEvent[] {
  const events = [...windowEvent(row, speech), ...forcedOrStuck(row, speech), ...endEvent(row, speech)];
  return events.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

function windowEvent({ window, autoUpdate }: FleetRow, { clock, now }: Speech): readonly NextEvent[] {
  const next = rowWindow(window, now);
  if (next === undefined) return [];
  const { beginMs, endMs, open } = next;
  const times = `${formatClockTime(beginMs, clock)}–${formatClockTime(endMs, clock)}`;
  return [
    {
      kind: "window",
      at: beginMs,
      when: open ? "Window open" : `${formatDays(beginMs, undefined, { clock, now })}, ${times}`,
      what: `Maintenance window. Automatic updates: Kubernetes ${onOff(autoUpdate.kubernetes)}, images ${onOff(autoUpdate.images)}.`,
      hue: "neutral",
    },
  ];
}

const onOff = (value: boolean) => (value ? "on" : "off");

function forcedOrStuck(row: FleetRow, speech: Speech): readonly NextEvent[] {
  const events = forcedEvents(row);
  const step = events.find((event) => event.step)?.step;
  const deadEnd = events.find((event) => event.deadEnd)?.deadEnd;
  const told: NextEvent[] = [];
  if (step) {
    told.push({
      kind: "forced",
      at: step.earliestAt,
      when: formatDays(step.earliestAt, step.latestAt, speech),
      what: `Forced to ${targetWords(step)}: ${reasonOf(step, speech)}.`,
      hue: step.overdue === true || isUrgent(step.earliestAt, speech.now) ? "caution" : "neutral",
    });
  }
  if (deadEnd) {
    const { code, missing, profile, fromAt } = deadEnd;
    const urgency = urgencyOf(deadEnd, speech.now);
    const where = profile === undefined ? "" : ` in ${profile}`;
    told.push({
      kind: "stuck",
      ...(urgency !== "now" && { at: fromAt }),
      when: capitalised(deadEndWhen(deadEnd, speech)),
      what: `${urgency === "open" ? "Open end" : "No upgrade path"}: ${missingWords({ code, ...(missing !== undefined && { missing }) }, where)}.`,
      hue: urgencyHues[urgency],
    });
  }
  if (told.length > 0 || row.forecast === undefined || row.forecast.without !== undefined) return told;
  const horizon = forecastHorizon(speech.now);
  return [
    {
      kind: "nothing",
      at: horizon,
      when: `Until ${formatEndDate(horizon)}`,
      what: "No forced change in sight.",
      hue: "neutral",
    },
  ];
}

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function endEvent({ kubernetes: { version, expiresAt } }: FleetRow, { now }: Speech): readonly NextEvent[] {
  const ends = parseInstant(expiresAt);
  if (ends === undefined) return [];
  const isOver = ends <= now;
  return [
    {
      kind: "end",
      at: lastInstantOf(ends),
      when: formatEndDate(ends),
      what: `Kubernetes ${version} ${isOver ? "expired" : "expires"}.`,
      hue: isOver ? "negative" : isUrgent(ends, now) ? "caution" : "neutral",
    },
  ];
}
