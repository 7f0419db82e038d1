import type { ComparedEndsResponse } from "#lib/contract/versions.ts";
import { dayMs, secondMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { formatVersionEndDate, lastValidInstantOf } from "#lib/words/version-end.ts";

/** Numbers of forced, stuck and freed clusters for one end of a version. */
export type ComparedEnd = ComparedEndsResponse["ends"][number];

/** Months ahead whose ends are compared: each of the next half year, then every second one of the year. */
const comparedMonths = [0, 1, 2, 3, 4, 5, 7, 9, 11];
/** Number of ends that are always compared: the chosen one, and the one that it is compared with. */
const otherEnds = 2;

/**
 * Returns the last seconds of this month and of months in the year ahead, in UTC and epoch milliseconds, as ends to
 * compare.
 *
 * @param most number of ends that can be compared at once, with the chosen one and the one it is compared with
 */
export function selectableMonthEnds(now: number, most: number): readonly number[] {
  const date = new Date(now);
  return comparedMonths
    .slice(0, Math.max(0, most - otherEnds))
    .map((months) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 1) - secondMs);
}

/** Describes the effect of a version's end: `31 Aug 2027: 15 clusters stuck, 3 forced`. */
export function describeComparedEnd({ at, forced, stuck }: ComparedEnd): string {
  const day = formatVersionEndDate(at);
  return forced + stuck === 0
    ? text("{day}: no cluster is forced or stuck", { day })
    : text("{day}: {stuck, plural, one {# cluster} other {# clusters}} stuck, {forced, number} forced", {
        ...{ day, stuck, forced },
      });
}

/** Tells how many of an end's clusters do not have the version yet; undefined if all have it. */
export function describeComingLater({ comingLater, forced, stuck }: ComparedEnd, version: string): string | undefined {
  if (comingLater === 0) return undefined;
  return text(
    "{count, number} of {all, plural, one {this # cluster} other {these # clusters}} {count, plural, one {comes} other {come}} to {version} later",
    { count: comingLater, all: forced + stuck, version },
  );
}

/**
 * Difference of an end from the one that it was compared with: `203 days later: as many stuck (15 later), 1 fewer
 * forced (21 earlier), 2 freed`. Clusters are freed if they are stuck with the other end and not with this one.
 */
export function describeEndDifference(before: ComparedEnd, after: ComparedEnd): string {
  const days = Math.round((after.at - before.at) / dayMs);
  const when =
    days >= 0
      ? text("{days, plural, one {# day} other {# days}} later", { days })
      : text("{days, plural, one {# day} other {# days}} earlier", { days: -days });
  const [stuck, forced] = [after.stuck - before.stuck, after.forced - before.forced];
  const { shifts } = after;
  const changes = [
    withShifts(
      stuck === 0
        ? text("as many stuck")
        : text("{count, number} {more, select, true {more} other {fewer}} stuck", {
            ...{ count: Math.abs(stuck), more: String(stuck > 0) },
          }),
      { earlier: shifts?.stuckEarlier, later: shifts?.stuckLater },
    ),
    withShifts(
      forced === 0
        ? text("as many forced")
        : text("{count, number} {more, select, true {more} other {fewer}} forced", {
            ...{ count: Math.abs(forced), more: String(forced > 0) },
          }),
      { earlier: shifts?.forcedEarlier, later: shifts?.forcedLater },
    ),
    ...(shifts && shifts.freed > 0 ? [text("{count, number} freed", { count: shifts.freed })] : []),
  ];
  return text("{when}: {changes}", { when, changes: changes.join(", ") });
}

/** Appends how many clusters only move in time: `1 fewer forced (21 earlier)`. */
function withShifts(
  change: string,
  { earlier = 0, later = 0 }: Record<"earlier" | "later", number | undefined>,
): string {
  const shifts = [
    ...(earlier > 0 ? [text("{count, number} earlier", { count: earlier })] : []),
    ...(later > 0 ? [text("{count, number} later", { count: later })] : []),
  ];
  return shifts.length === 0 ? change : `${change} (${shifts.join(", ")})`;
}

/** The days from today to a last day, which a chart and its sliders share. */
export interface EndScale {
  /** Today as a number of days since 1970 in UTC. */
  readonly today: number;
  /** Number of days ahead that the scale covers. */
  readonly days: number;
}

const shortestScaleDays = 365;
const longestScaleDays = 2 * 366;

/** Returns a scale that has the compared months and, if it is at most two years ahead, the end in the profile. */
export function endScaleOf(now: number, written: number | undefined): EndScale {
  const today = Math.floor(now / dayMs);
  const ahead = written === undefined ? 0 : dayOfEnd(written) - today + 1;
  return { today, days: Math.max(shortestScaleDays, ahead > longestScaleDays ? 0 : ahead) };
}

/** Returns the number of days from the scale's today to the last day of a version that ends at `at`. */
export function daysAheadOf(at: number, { today }: Pick<EndScale, "today">): number {
  return dayOfEnd(at) - today;
}

const dayOfEnd = (at: number) => Math.floor(lastValidInstantOf(at) / dayMs);
