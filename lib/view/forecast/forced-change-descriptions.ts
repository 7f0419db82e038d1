import type { FleetRow } from "#lib/contract/fleet.ts";
import type { DeadEndSummary, ForecastStepSummary } from "#lib/contract/forecast.ts";
import { missingVersionLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { type ForcedEvent, forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import { isNotReadyFor } from "#lib/forecast/readiness-step.ts";
import { describeUnknownForecast, isUnknownForecast } from "#lib/forecast/unknown-forecast-descriptions.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { causeOfDeadEnd, isUrgent, type Urgency, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { utcClock, wallClockTimeOf } from "#lib/words/clock.ts";
import { deadEndCauseDescriptions, deadEndTypeLabel } from "#lib/words/dead-end-labels.ts";
import { profileSuffixLabel } from "#lib/words/format-list.ts";
import { formatDate, formatSpan } from "#lib/words/format-time.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";
import { formatVersionEndDate, formatVersionEndMonth, lastValidInstantOf } from "#lib/words/version-end.ts";

/** First forced change of a cluster, as short texts for a table cell and as a complete sentence. */
export type ForcedChangeDescription =
  | {
      readonly kind: "step";
      readonly when: string;
      readonly what: string;
      /** Short text without the image version, which does not fit into a cell. */
      readonly briefly: string;
      readonly overdue: boolean;
      /** Whether the forced change is overdue or due within 90 days. */
      readonly urgent: boolean;
      /** Whether the cluster is not ready for the step. That it is ready is never said. */
      readonly isNotReady: boolean;
      readonly title: string;
      /** Earliest time of the step, in epoch milliseconds. */
      readonly at: number;
    }
  | {
      readonly kind: "dead-end";
      /** Name of a dead end: `dead end`, or `open end` if it is far away and only a later version is missing. */
      readonly name: string;
      readonly urgency: Urgency;
      readonly when: string;
      readonly what: string;
      readonly overdue: boolean;
      readonly title: string;
    }
  | { readonly kind: "none"; readonly title: string }
  | { readonly kind: "unknown"; readonly what: string; readonly title: string };

/** Formats a period's days: `24 Nov`, `24–25 Nov`, `30 Nov – 1 Dec`, with the year if it is not the current one. */
export function formatDayRange(from: number, to: number | undefined, { clock, now }: TimeContext): string {
  const [begin, end, today] = [
    wallClockTimeOf(from, clock),
    wallClockTimeOf(to ?? from, clock),
    wallClockTimeOf(now, clock),
  ];
  if (!begin || !end) return text("unknown time");
  const isThisYear = end.year === today?.year;
  const last = isThisYear
    ? text("{day} {month}", { day: end.day, month: end.month })
    : text("{day} {month} {year}", { day: end.day, month: end.month, year: end.year });
  if (begin.month !== end.month || begin.year !== end.year) {
    return `${text("{day} {month}", { day: begin.day, month: begin.month })} – ${last}`;
  }
  return begin.day === end.day ? last : text("{day}–{last}", { day: begin.day, last });
}

/** Returns the label of a step's target: `1.34.3 minor`, `gardenlinux 1592.9.0`. */
export function stepTargetLabel({ hop, image, to }: ForecastStepSummary): string {
  return hop === "image" ? `${image ?? text("image")} ${to}` : text("{to} {hop}", { to, hop });
}

function brieflyOf({ hop, image, to }: ForecastStepSummary): string {
  if (hop !== "image") return text("{to} {hop}", { to, hop });
  return image === undefined ? text("machine image") : text("{image} image", { image });
}

/** Reason why a step is forced, without a full stop. */
export function describeForcedReason({ from, cause, endsAt }: ForecastStepSummary, { now }: TimeContext): string {
  if (endsAt !== undefined)
    return text("{from} {isPast, select, true {expired} other {expires}} on {day}", {
      from,
      isPast: String(endsAt < now),
      day: formatVersionEndDate(endsAt),
    });
  if (cause === "not-in-profile") return text("the profile does not offer {from} any more", { from });
  return text("{from} has to be left", { from });
}

function stepTitle(step: ForecastStepSummary, isNotReady: boolean, speech: TimeContext): string {
  const { from, lane, earliestAt, latestAt } = step;
  const when =
    latestAt === undefined
      ? text("perhaps from {day} on", { day: formatDate(earliestAt, speech.clock) })
      : formatSpan({ beginMs: earliestAt, endMs: latestAt }, speech.clock);
  const sentence = text("{where} is forced from {from} to {to}, {when}: {why}.", {
    where: whereOf(lane),
    from,
    to: stepTargetLabel(step),
    when,
    why: describeForcedReason(step, speech),
  });
  return isNotReady ? `${sentence} ${text("The cluster is not ready.")}` : sentence;
}

function whereOf(lane: string): string {
  if (lane === "controlPlane") return text("The control plane");
  const [, pool, part] = /^pool\/(.*)\/(.*)$/.exec(lane) ?? [];
  return pool === undefined || part === undefined ? lane : text("Pool {pool} ({part})", { pool, part });
}

function eventLabel(
  { step, deadEnd, overdue }: ForcedEvent,
  row: Pick<FleetRow, "readiness">,
  speech: TimeContext,
): ForcedChangeDescription {
  if (step !== undefined) {
    const isNotReady = isNotReadyFor(row, step);
    return {
      kind: "step",
      when: formatDayRange(step.earliestAt, step.latestAt, speech),
      what: stepTargetLabel(step),
      briefly: brieflyOf(step),
      overdue,
      urgent: overdue || isUrgent(step.earliestAt, speech.now),
      isNotReady,
      title: stepTitle(step, isNotReady, speech),
      at: step.earliestAt,
    };
  }
  return deadEndCell(deadEnd ?? { lane: "", code: "", version: "", fromAt: 0, confidence: "" }, speech);
}

function deadEndCell(deadEnd: DeadEndSummary, speech: TimeContext): ForcedChangeDescription {
  const urgency = urgencyOf(deadEnd, speech.now);
  return {
    kind: "dead-end",
    name: deadEndTypeLabel(urgency),
    urgency,
    when: ["now", "open"].includes(urgency)
      ? formatDeadEndTime(deadEnd, speech)
      : formatDayRange(deadEnd.fromAt, undefined, speech),
    what: deadEnd.missing === undefined ? "" : missingVersionLabel(deadEnd),
    overdue: deadEnd.overdue === true,
    title: describeDeadEndInFull(deadEnd, speech),
  };
}

/** Time of a dead end: `now`, `since 6 Nov`, `from 16 Jan 2027`; only the month for an open end: `Feb 2028`. */
export function formatDeadEndTime(deadEnd: DeadEndSummary, speech: TimeContext): string {
  const { fromAt, endsAt } = deadEnd;
  switch (urgencyOf(deadEnd, speech.now)) {
    case "now":
      return endsAt === undefined || endsAt > speech.now
        ? text("now")
        : text("since {day}", { day: formatDayRange(lastValidInstantOf(endsAt), undefined, utc(speech)) });
    case "open":
      return formatVersionEndMonth(endsAt ?? fromAt);
    default:
      return text("from {day}", { day: formatDayRange(fromAt, undefined, speech) });
  }
}

/** Returns the context with the UTC clock: ends of versions are shown in UTC, whatever clock the user has selected. */
const utc = ({ now }: TimeContext): TimeContext => ({ now, clock: utcClock });

/** Describes a dead end in complete sentences: its time, what is missing, and who can resolve it. */
export function describeDeadEndInFull(deadEnd: DeadEndSummary, speech: TimeContext): string {
  const link = missingVersionLabel(deadEnd, profileSuffixLabel(deadEnd.profile));
  return `${noPathLabel(deadEnd, speech)}: ${link}. ${deadEndCauseDescriptions[causeOfDeadEnd(deadEnd.code)]}`;
}

function noPathLabel({ fromAt, endsAt, overdue }: DeadEndSummary, { clock }: TimeContext): string {
  if (endsAt !== undefined) {
    const day = formatVersionEndDate(endsAt);
    return overdue ? text("No upgrade path since {day}", { day }) : text("No upgrade path after {day}", { day });
  }
  return overdue ? text("No upgrade path now") : text("No upgrade path from {day}", { day: formatDate(fromAt, clock) });
}

/** Returns the texts of the table cell "Forced change". */
export function describeForcedChange(
  row: Pick<FleetRow, "forecast" | "readiness">,
  speech: TimeContext,
): ForcedChangeDescription {
  const { forecast } = row;
  if (forecast === undefined) return { kind: "unknown", what: "–", title: text("No forecast was made.") };
  if (forecast.without !== undefined) {
    const { without, unreadField } = forecast;
    if (without === "deleting") {
      return { kind: "none", title: text("The cluster is being deleted, so nothing changes its versions any more.") };
    }
    return {
      kind: "unknown",
      what: text("no forecast"),
      title: isUnknownForecast(without) ? describeUnknownForecast(without, unreadField) : without,
    };
  }
  const [first] = forcedEventsOf(row);
  if (first !== undefined) return eventLabel(first, row, speech);
  return {
    kind: "none",
    title: text("Nothing is forced before {day}.", { day: formatDate(forecastHorizon(speech.now), speech.clock) }),
  };
}

/** Previous forecast, for a day after a change of the profile; undefined without a recent change. */
export function describeForecastChange(
  { forecast }: Pick<FleetRow, "forecast">,
  speech: TimeContext,
): string | undefined {
  const changed = forecast?.changed;
  if (changed === undefined || speech.now - changed.at > dayMs) return undefined;
  const { before } = changed;
  if (before === undefined) return text("The profile has changed: nothing was forced before.");
  const { to } = before;
  const day = formatDate(before.at, speech.clock);
  if (before.deadEnd !== undefined) {
    return text("The profile has changed: before, a dead end was expected for {day}.", { day });
  }
  return to === undefined
    ? text("The profile has changed: before, the change to another version was expected for {day}.", { day })
    : text("The profile has changed: before, the change to {to} was expected for {day}.", { to, day });
}
