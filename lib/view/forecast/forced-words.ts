import { deadEndWords, missingWords } from "#lib/fleet/fields/dead-end-filter.ts";
import { type ForcedEvent, forcedEvents } from "#lib/forecast/forced-events.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type Clock, wallTime } from "#lib/words/clock.ts";
import { unknownForecastSentences } from "#lib/words/forecast-sentences.ts";
import { formatDate, formatSpan } from "#lib/words/format-time.ts";
import type { FleetRow } from "../../contract/fleet.ts";
import type { ForeseenStep } from "../../contract/forecast.ts";

/** What comes upon a cluster first, in the words of a cell and in a full sentence. */
export type ForcedWords =
  | {
      readonly kind: "step";
      readonly when: string;
      readonly what: string;
      readonly overdue: boolean;
      readonly title: string;
    }
  | {
      readonly kind: "dead-end";
      readonly when: string;
      readonly what: string;
      readonly overdue: boolean;
      readonly title: string;
    }
  | { readonly kind: "none"; readonly title: string }
  | { readonly kind: "unknown"; readonly what: string; readonly title: string };

interface Speech {
  readonly clock: Clock;
  readonly now: number;
}

/** `24 Nov`, `24–25 Nov`, `30 Nov – 1 Dec`; the year where it is another one than now. */
export function formatDays(from: number, to: number | undefined, { clock, now }: Speech): string {
  const [begin, end, today] = [wallTime(from, clock), wallTime(to ?? from, clock), wallTime(now, clock)];
  if (!begin || !end) return "unknown time";
  const year = end.year === today?.year ? "" : ` ${end.year}`;
  if (begin.day === end.day && begin.month === end.month && begin.year === end.year) {
    return `${begin.day} ${begin.month}${year}`;
  }
  if (begin.month === end.month && begin.year === end.year) return `${begin.day}–${end.day} ${end.month}${year}`;
  return `${begin.day} ${begin.month} – ${end.day} ${end.month}${year}`;
}

/** `1.34.3 minor`, `gardenlinux 1592.9.0`. */
export function targetOf({ hop, image, to }: ForeseenStep): string {
  return hop === "image" ? `${image ?? "image"} ${to}` : `${to} ${hop}`;
}

/** Why a step is forced, without a full stop. */
function reasonOf({ from, cause, endsAt }: ForeseenStep, { clock, now }: Speech): string {
  if (endsAt !== undefined) return `${from} ${endsAt < now ? "expired" : "expires"} on ${formatDate(endsAt, clock)}`;
  if (cause === "not-in-profile") return `the profile does not offer ${from} any more`;
  return `${from} has to be left`;
}

function stepTitle(step: ForeseenStep, speech: Speech): string {
  const { from, lane, earliestAt, latestAt } = step;
  const where = lane === "controlPlane" ? "The control plane" : lane.replace(/^pool\/(.*)\/(.*)$/, "Pool $1 ($2)");
  const when =
    latestAt === undefined
      ? `perhaps from ${formatDate(earliestAt, speech.clock)} on`
      : formatSpan({ beginMs: earliestAt, endMs: latestAt }, speech.clock);
  return `${where} is forced from ${from} to ${targetOf(step)}, ${when}: ${reasonOf(step, speech)}.`;
}

function eventWords({ step, deadEnd, overdue }: ForcedEvent, speech: Speech): ForcedWords {
  if (step !== undefined) {
    const when = formatDays(step.earliestAt, step.latestAt, speech);
    return { kind: "step", when, what: targetOf(step), overdue, title: stepTitle(step, speech) };
  }
  const { code, version, missing, profile, fromAt, endsAt } = deadEnd ?? { code: "", version: "", fromAt: 0 };
  const since = overdue ? endsAt : fromAt;
  const when = since === undefined ? "now" : `${overdue ? "since" : "from"} ${formatDays(since, undefined, speech)}`;
  const what = missing === undefined ? "" : missingWords({ code, missing });
  const link = missing === undefined ? "" : `: ${missing}${profile === undefined ? "" : ` in ${profile}`}`;
  const title = `Dead end ${when}. ${version === "" ? "" : `${version} expires. `}${deadEndWords(code)}${link}.`;
  return { kind: "dead-end", when, what, overdue, title };
}

/** The cell "Next forced change". */
export function forcedWords(row: Pick<FleetRow, "forecast">, speech: Speech): ForcedWords {
  const { forecast } = row;
  if (forecast === undefined) return { kind: "unknown", what: "–", title: "No forecast was made." };
  if (forecast.without !== undefined) {
    const { without } = forecast;
    const reason = Object.entries(unknownForecastSentences).find(([code]) => code === without)?.[1];
    if (without === "deleting") {
      return { kind: "none", title: "The cluster is being deleted, so nothing changes its versions any more." };
    }
    return { kind: "unknown", what: "no forecast", title: reason ?? without };
  }
  const [first] = forcedEvents(row);
  if (first !== undefined) return eventWords(first, speech);
  return { kind: "none", title: `Nothing is forced before ${formatDate(forecastHorizon(speech.now), speech.clock)}.` };
}

const shownMs = dayMs;

/** What a forecast was before its profile changed, for a day after; undefined when it has not changed lately. */
export function changeWords({ forecast }: Pick<FleetRow, "forecast">, speech: Speech): string | undefined {
  const changed = forecast?.changed;
  if (changed === undefined || speech.now - changed.at > shownMs) return undefined;
  const { before } = changed;
  if (before === undefined) return "The profile has changed: nothing was forced before.";
  const what = before.deadEnd === undefined ? `the change to ${before.to ?? "another version"}` : "a dead end";
  return `The profile has changed: before, ${what} was foreseen for ${formatDate(before.at, speech.clock)}.`;
}
