import type { ComparedEndsResponse } from "#lib/contract/versions.ts";
import { dayMs, secondMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { formatVersionEndDate } from "#lib/words/version-end.ts";

/** Numbers of forced and stuck clusters for one end of a version. */
export type ComparedEnd = ComparedEndsResponse["ends"][number];

const comparedMonths = 9;
/** Number of ends that are always compared: the end in the profile, and the chosen one. */
const otherEnds = 2;

/**
 * Returns the last seconds of this and the following months, in UTC and epoch milliseconds, as ends to compare.
 *
 * @param most number of ends that can be compared at once, with the one in the profile and the chosen one
 */
export function selectableMonthEnds(now: number, most: number): readonly number[] {
  const date = new Date(now);
  return Array.from(
    { length: Math.max(0, Math.min(comparedMonths, most - otherEnds)) },
    (_, index) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + index + 1, 1) - secondMs,
  );
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

/** Difference of a chosen end from the one in the profile: `203 days later: 3 fewer stuck, 12 fewer forced`. */
export function describeEndDifference(before: ComparedEnd, after: ComparedEnd): string {
  const days = Math.round((after.at - before.at) / dayMs);
  const when =
    days >= 0
      ? text("{days, plural, one {# day} other {# days}} later", { days })
      : text("{days, plural, one {# day} other {# days}} earlier", { days: -days });
  const [stuck, forced] = [after.stuck - before.stuck, after.forced - before.forced];
  const changes = [
    stuck === 0
      ? text("as many stuck")
      : text("{count, number} {more, select, true {more} other {fewer}} stuck", {
          ...{ count: Math.abs(stuck), more: String(stuck > 0) },
        }),
    forced === 0
      ? text("as many forced")
      : text("{count, number} {more, select, true {more} other {fewer}} forced", {
          ...{ count: Math.abs(forced), more: String(forced > 0) },
        }),
  ];
  return text("{when}: {changes}", { when, changes: changes.join(", ") });
}
