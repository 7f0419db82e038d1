import type { VersionForNewCluster } from "#lib/contract/new-cluster.ts";
import { describeUnknownForecast } from "#lib/forecast/unknown-forecast-descriptions.ts";
import { text } from "#lib/language/text.ts";
import type { ComponentForecast, ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import type { DeadEnd, RejectedRunPeriod } from "#lib/policy/forecast/dead-end.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { causeOfDeadEnd, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { utcClock } from "#lib/words/clock.ts";
import { describeDeadEndReason, describeRejection } from "#lib/words/dead-end-descriptions.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { formatVersionEndDate } from "#lib/words/version-end.ts";

/** What a forecast says of one component of an imagined cluster, or why there is no forecast. */
export type VersionForecast =
  | { readonly lane: ComponentForecast; readonly rejections: readonly RejectedRunPeriod[] }
  | { readonly reason: Extract<Forecast, { outcome: "unknown" }>["reason"]; readonly field?: string | undefined };

interface NewVersion {
  /** Epoch milliseconds. */
  readonly expiresAt: number | undefined;
  readonly forecast: VersionForecast;
  /** Epoch milliseconds. */
  readonly now: number;
}

type NewVersionDescription = Pick<VersionForNewCluster, "firstForced" | "firstAutomatic" | "deadEnd" | "sentence">;

/** What a new cluster with a version has to expect: its first updates, a dead end, and one sentence about what is first. */
export function describeNewVersion({ expiresAt, forecast, now }: NewVersion): NewVersionDescription {
  if ("reason" in forecast) return { sentence: describeUnknownForecast(forecast.reason, forecast.field) };
  const { lane, rejections } = forecast;
  const [forced, automatic] = [firstOf(lane, "forced"), firstOf(lane, "auto")];
  const deadEnd = firstLasting([...lane.deadEnds, ...rejections]);
  return {
    ...(forced && { firstForced: stepOf(forced) }),
    ...(automatic && { firstAutomatic: stepOf(automatic) }),
    ...(deadEnd && { deadEnd: { fromAt: deadEnd.fromAt, why: reasonOf(deadEnd), urgency: urgencyOf(deadEnd, now) } }),
    sentence: describeFirstEvent({ forced, automatic, deadEnd, expiresAt }),
  };
}

function firstOf({ hops }: ComponentForecast, kind: ForecastStep["kind"]): ForecastStep | undefined {
  return hops.filter((hop) => hop.kind === kind).toSorted((a, b) => a.earliestAt - b.earliestAt)[0];
}

function stepOf({ earliestAt, latestAt, to }: ForecastStep) {
  return { at: { earliest: earliestAt, ...(latestAt !== undefined && { latest: latestAt }) }, to };
}

type StuckPeriod = DeadEnd | RejectedRunPeriod;

/** The first dead end that does not pass by itself. */
function firstLasting(periods: readonly StuckPeriod[]): StuckPeriod | undefined {
  const lasting = periods.filter(({ untilAt }) => untilAt === undefined);
  return lasting.toSorted((a, b) => a.fromAt - b.fromAt)[0];
}

function reasonOf(period: StuckPeriod): string {
  return period.code === "rejected-by-dry-run" ? describeRejection(period) : describeDeadEndReason(period);
}

interface First {
  readonly forced: ForecastStep | undefined;
  readonly automatic: ForecastStep | undefined;
  readonly deadEnd: StuckPeriod | undefined;
  readonly expiresAt: number | undefined;
}

function describeFirstEvent({ forced, automatic, deadEnd, expiresAt }: First): string {
  const date = (at: number) => formatDate(at, utcClock);
  const [first] = [automatic, forced]
    .filter((hop) => hop !== undefined)
    .toSorted((a, b) => a.earliestAt - b.earliestAt);
  if (first !== undefined && first.earliestAt <= (deadEnd?.fromAt ?? Number.POSITIVE_INFINITY)) {
    const facts = { date: date(first.earliestAt), to: first.to };
    // The interval ends on another day, or only some runs of the window bring the update.
    const isEarliest = first.latestAt === undefined || date(first.latestAt) !== facts.date;
    if (first.kind === "auto") {
      return isEarliest
        ? text("Maintenance updates it to {to}, on {date} at the earliest.", facts)
        : text("Maintenance updates it to {to} on {date}.", facts);
    }
    return isEarliest
      ? text("Lasts until {date} at least; then maintenance forces it to {to}.", facts)
      : text("Lasts until {date}, when maintenance forces it to {to}.", facts);
  }
  if (deadEnd !== undefined) {
    const end = expiresAt === undefined ? date(deadEnd.fromAt) : formatVersionEndDate(expiresAt);
    return causeOfDeadEnd(deadEnd.code) === "no-later-version"
      ? text("Lasts until {date}; no later version is offered yet.", { date: end })
      : reasonOf(deadEnd);
  }
  return expiresAt === undefined
    ? text("Has no end date.")
    : text("Lasts until {date}.", { date: formatVersionEndDate(expiresAt) });
}

/** Why a version is recommended: it lasts longest, or it is the newest of those that last forever. */
export function describeRecommendation(isEndless: boolean): string {
  return isEndless
    ? text("The newest supported version without an end date.")
    : text("Lasts longest of the supported versions.");
}
