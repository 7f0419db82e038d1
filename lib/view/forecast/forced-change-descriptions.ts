import type { FleetRow } from "#lib/contract/fleet.ts";
import type { DeadEndSummary, ForecastStepSummary } from "#lib/contract/forecast.ts";
import { missingVersionLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { type ForcedEvent, forcedEvents } from "#lib/forecast/forced-events.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import { describeUnknownForecast, isUnknownForecast } from "#lib/forecast/unknown-forecast-descriptions.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { causeOfDeadEnd, isUrgent, type Urgency, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { utcClock, wallTime } from "#lib/words/clock.ts";
import { deadEndCauseDescriptions, deadEndNoun } from "#lib/words/dead-end-labels.ts";
import { profileSuffixOf } from "#lib/words/format-list.ts";
import { formatDate, formatSpan } from "#lib/words/format-time.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";
import { formatEndDate, formatEndMonth, lastInstantOf } from "#lib/words/version-end.ts";

/** First forced change of a cluster, as texts for a cell and as a full sentence. */
export type ForcedChangeDescription =
  | {
      readonly kind: "step";
      readonly when: string;
      readonly what: string;
      /** Short form without the image version, which does not fit a cell. */
      readonly briefly: string;
      readonly overdue: boolean;
      /** Whether it is due now or within 90 days. */
      readonly urgent: boolean;
      readonly title: string;
    }
  | {
      readonly kind: "dead-end";
      /** `dead end`, or `open end` if it is far away and only lacks a later version. */
      readonly name: string;
      readonly urgency: Urgency;
      readonly when: string;
      readonly what: string;
      readonly overdue: boolean;
      readonly title: string;
    }
  | { readonly kind: "none"; readonly title: string }
  | { readonly kind: "unknown"; readonly what: string; readonly title: string };

/** Days of a period: `24 Nov`, `24–25 Nov`, `30 Nov – 1 Dec`, with the year if it is not the current one. */
export function formatDays(from: number, to: number | undefined, { clock, now }: TimeContext): string {
  const [begin, end, today] = [wallTime(from, clock), wallTime(to ?? from, clock), wallTime(now, clock)];
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

/** Target of a step: `1.34.3 minor`, `gardenlinux 1592.9.0`. */
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
      day: formatEndDate(endsAt),
    });
  if (cause === "not-in-profile") return text("the profile does not offer {from} any more", { from });
  return text("{from} has to be left", { from });
}

function stepTitle(step: ForecastStepSummary, speech: TimeContext): string {
  const { from, lane, earliestAt, latestAt } = step;
  const when =
    latestAt === undefined
      ? text("perhaps from {day} on", { day: formatDate(earliestAt, speech.clock) })
      : formatSpan({ beginMs: earliestAt, endMs: latestAt }, speech.clock);
  return text("{where} is forced from {from} to {to}, {when}: {why}.", {
    where: whereOf(lane),
    from,
    to: stepTargetLabel(step),
    when,
    why: describeForcedReason(step, speech),
  });
}

function whereOf(lane: string): string {
  if (lane === "controlPlane") return text("The control plane");
  const [, pool, part] = /^pool\/(.*)\/(.*)$/.exec(lane) ?? [];
  return pool === undefined || part === undefined ? lane : text("Pool {pool} ({part})", { pool, part });
}

function eventLabel({ step, deadEnd, overdue }: ForcedEvent, speech: TimeContext): ForcedChangeDescription {
  if (step !== undefined) {
    return {
      kind: "step",
      when: formatDays(step.earliestAt, step.latestAt, speech),
      what: stepTargetLabel(step),
      briefly: brieflyOf(step),
      overdue,
      urgent: overdue || isUrgent(step.earliestAt, speech.now),
      title: stepTitle(step, speech),
    };
  }
  return deadEndCell(deadEnd ?? { lane: "", code: "", version: "", fromAt: 0, confidence: "" }, speech);
}

function deadEndCell(deadEnd: DeadEndSummary, speech: TimeContext): ForcedChangeDescription {
  const urgency = urgencyOf(deadEnd, speech.now);
  return {
    kind: "dead-end",
    name: deadEndNoun(urgency),
    urgency,
    when: ["now", "open"].includes(urgency)
      ? formatDeadEndTime(deadEnd, speech)
      : formatDays(deadEnd.fromAt, undefined, speech),
    what: deadEnd.missing === undefined ? "" : missingVersionLabel(deadEnd),
    overdue: deadEnd.overdue === true,
    title: deadEndTitle(deadEnd, speech),
  };
}

/** Time of a dead end: `now`, `since 6 Nov`, `from 16 Jan 2027`; only the month for an open end: `Feb 2028`. */
export function formatDeadEndTime(deadEnd: DeadEndSummary, speech: TimeContext): string {
  const { fromAt, endsAt } = deadEnd;
  switch (urgencyOf(deadEnd, speech.now)) {
    case "now":
      return endsAt === undefined || endsAt > speech.now
        ? text("now")
        : text("since {day}", { day: formatDays(lastInstantOf(endsAt), undefined, utc(speech)) });
    case "open":
      return formatEndMonth(endsAt ?? fromAt);
    default:
      return text("from {day}", { day: formatDays(fromAt, undefined, speech) });
  }
}

/** Ends of versions are shown in UTC, whatever the selected clock. */
const utc = ({ now }: TimeContext): TimeContext => ({ now, clock: utcClock });

/** Dead end in full sentences: time, what is missing, and who can resolve it. */
export function deadEndTitle(deadEnd: DeadEndSummary, speech: TimeContext): string {
  const link = missingVersionLabel(deadEnd, profileSuffixOf(deadEnd.profile));
  return `${noPathLabel(deadEnd, speech)}: ${link}. ${deadEndCauseDescriptions[causeOfDeadEnd(deadEnd.code)]}`;
}

function noPathLabel({ fromAt, endsAt, overdue }: DeadEndSummary, { clock }: TimeContext): string {
  if (endsAt !== undefined) {
    const day = formatEndDate(endsAt);
    return overdue ? text("No upgrade path since {day}", { day }) : text("No upgrade path after {day}", { day });
  }
  return overdue ? text("No upgrade path now") : text("No upgrade path from {day}", { day: formatDate(fromAt, clock) });
}

/** Texts of the cell "Forced change". */
export function describeForcedChange(row: Pick<FleetRow, "forecast">, speech: TimeContext): ForcedChangeDescription {
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
  const [first] = forcedEvents(row);
  if (first !== undefined) return eventLabel(first, speech);
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
