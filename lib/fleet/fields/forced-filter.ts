import type { FleetRow } from "#lib/contract/fleet.ts";
import { bucketOf, isInRange, parseForceRange } from "#lib/forecast/force-range.ts";
import { type ForcedEvent, type ForcedKind, forcedEvents } from "#lib/forecast/forced-events.ts";
import { deadEndTest } from "./dead-end-filter.ts";
import type { FleetContext } from "./fleet-context.ts";

/** The filters by name with their values, as a query holds them. */
type Filters = ReadonlyMap<string, readonly string[]>;

/**
 * `forceIn`, `hop` and `deadend` belong together: "forced to a new minor within 30 days" asks when that very step comes,
 * not whether some minor and something within 30 days are both there.
 */
export interface ForcedQuestion {
  readonly isAsked: boolean;
  /** Whether the row has what all of them ask for together. */
  test(row: FleetRow, context: FleetContext): boolean;
  /** The row's events of the asked kinds, whatever time is asked for. */
  events(row: FleetRow, context: Pick<FleetContext, "now">): readonly ForcedEvent[];
  /** For the facet `forceIn`: where the row's events of the asked kinds lie, whatever time is asked for. */
  buckets(row: FleetRow, context: FleetContext): readonly string[];
  /** For the facet `hop`: the kinds of the row's events in the asked time, whatever kinds are asked for. */
  kinds(row: FleetRow, context: FleetContext): readonly string[];
}

const noBucket: readonly string[] = ["none"];
const noKind: readonly string[] = [];
const hops: readonly ForcedKind[] = ["patch", "minor", "image"];

function split(values: readonly string[] = []): {
  readonly wanted: readonly string[];
  readonly excluded: readonly string[];
} {
  return {
    wanted: values.filter((value) => !value.startsWith("-")).map((value) => value.toLowerCase()),
    excluded: values.filter((value) => value.startsWith("-")).map((value) => value.slice(1).toLowerCase()),
  };
}

/** Which events the time applies to: those of the asked kinds, and the very dead ends that are asked for. */
function eventTest(filters: Filters): (event: ForcedEvent, now: number) => boolean {
  const { wanted, excluded } = split(filters.get("hop"));
  const deadEnds = split(filters.get("deadend")).wanted.filter((value) => value !== "0");
  const tests = deadEnds.map(deadEndTest);
  return ({ kind, deadEnd }, now) => {
    if (excluded.includes(kind)) return false;
    if (wanted.length > 0) return wanted.includes(kind);
    return tests.length === 0 || (deadEnd !== undefined && tests.some((test) => test(deadEnd, now)));
  };
}

function timeTest(values: readonly string[] = []): (events: readonly ForcedEvent[], now: number) => boolean {
  const { wanted, excluded } = split(values);
  const ranges = wanted.map(parseForceRange);
  const without = excluded.map(parseForceRange);
  return (events, now) => {
    if (events.length === 0) {
      const asksForNone = ranges.some((range) => range?.kind === "none");
      return wanted.length > 0 ? asksForNone : !without.some((range) => range?.kind === "none");
    }
    return events.some(
      (event) =>
        (wanted.length === 0 || ranges.some((range) => range && isInRange(event, range, now))) &&
        !without.some((range) => range && isInRange(event, range, now)),
    );
  };
}

export function forcedQuestion(filters: Filters): ForcedQuestion {
  const hasTime = filters.has("forceIn");
  const { wanted, excluded } = split(filters.get("hop"));
  const isAskedFor = eventTest(filters);
  const isInTime = timeTest(filters.get("forceIn"));
  const ofKind = (row: FleetRow, { now }: Pick<FleetContext, "now">) =>
    forcedEvents(row).filter((event) => isAskedFor(event, now));
  return {
    isAsked: hasTime || filters.has("hop"),
    events: ofKind,
    test(row, { now }) {
      if (hasTime) return isInTime(ofKind(row, { now }), now);
      const kinds = forcedEvents(row).map(({ kind }) => kind);
      return (
        (wanted.length === 0 || kinds.some((kind) => wanted.includes(kind))) &&
        !kinds.some((kind) => excluded.includes(kind))
      );
    },
    buckets(row, { now }) {
      const buckets: string[] = [];
      for (const event of forcedEvents(row)) {
        if (!isAskedFor(event, now)) continue;
        const bucket = bucketOf(event, now);
        if (!buckets.includes(bucket)) buckets.push(bucket);
      }
      return buckets.length === 0 ? noBucket : buckets;
    },
    kinds(row, { now }) {
      const events = forcedEvents(row);
      if (events.length === 0) return noKind;
      if (!hasTime) return hops.filter((hop) => events.some(({ kind }) => kind === hop));
      return hops.filter((hop) => {
        const alike = events.filter(({ kind }) => kind === hop);
        return alike.length > 0 && isInTime(alike, now);
      });
    },
  };
}
