import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ForecastStepSummary } from "#lib/contract/forecast.ts";
import {
  type ForcedTimeRange,
  forcedTimeBucketOf,
  isInForcedTimeRange,
  parseForcedTimeRange,
} from "#lib/forecast/force-range.ts";
import { type ForcedEvent, forcedEventsOf, forcedStepKinds } from "#lib/forecast/forced-events.ts";
import type { FleetContext } from "./create-fleet-context.ts";
import { createDeadEndTest } from "./dead-end-filter.ts";

/** Values of filters by the filter's name, as in a query. */
type Filters = ReadonlyMap<string, readonly string[]>;

/**
 * Combined test of the filters for time (`forceIn`), kind, target (`to`) and dead end (`deadend`) of forced changes:
 * "forced to a new minor within 30 days" needs one step with both properties, not a minor step and any change within 30
 * days. Each cluster is only in the time range of its first matching event, so that the counts add up to the fleet.
 */
export interface ForcedChangeFilter {
  /** Whether the query filters by time, kind or target of forced changes. */
  readonly isAsked: boolean;
  /** Returns whether the row matches all these filters together. */
  test(row: FleetRow, context: FleetContext): boolean;
  /** Returns the row's events of the selected kinds, whatever time is selected. */
  events(row: FleetRow, context: Pick<FleetContext, "now">): readonly ForcedEvent[];
  /** `forceIn` facet values: the time range of a row's first event of the selected kinds, whatever time is selected. */
  buckets(row: FleetRow, context: FleetContext): readonly string[];
  /** Values for the facet of kinds: the kinds of a row's events in the time range, whatever kinds are selected. */
  kinds(row: FleetRow, context: FleetContext): readonly string[];
}

const noKind: readonly string[] = [];

function split(values: readonly string[] = []) {
  return {
    wanted: values.filter((value) => !value.startsWith("-")).map((value) => value.toLowerCase()),
    excluded: values.filter((value) => value.startsWith("-")).map((value) => value.slice(1).toLowerCase()),
  };
}

/** Returns a test for events that the time filter covers: those of the selected kinds, and the selected dead ends. */
function eventTest(filters: Filters): (event: ForcedEvent, now: number) => boolean {
  const { wanted, excluded } = split(filters.get("hop"));
  const targets = split(filters.get("to")).wanted;
  const deadEnds = split(filters.get("deadend")).wanted.filter((value) => value !== "0");
  const tests = deadEnds.map(createDeadEndTest);
  return ({ kind, step, deadEnd }, now) => {
    if (excluded.includes(kind)) return false;
    if (targets.length > 0 && !isTo(step, targets)) return false;
    if (wanted.length > 0) return wanted.includes(kind);
    if (targets.length > 0) return true;
    return tests.length === 0 || (deadEnd !== undefined && tests.some((test) => test(deadEnd, now)));
  };
}

function isTo(step: ForecastStepSummary | undefined, targets: readonly string[]): boolean {
  return step !== undefined && targets.includes(stepTargetFilterValueOf(step));
}

/** Formats a step's target as a value of the filter `to`: `1.34.5`, `gardenlinux:1877.6.0`. */
export function stepTargetFilterValueOf({ image, to }: ForecastStepSummary): string {
  return (image === undefined ? to : `${image}:${to}`).toLowerCase();
}

export function stepTargetFilterValuesOf(row: FleetRow): readonly string[] {
  return forcedEventsOf(row).flatMap(({ step }) => (step === undefined ? [] : [stepTargetFilterValueOf(step)]));
}

/**
 * Returns a function that tests whether the first of some events, which are in time order, is in the selected time
 * range. For ranges between two instants, which the calendar uses, any of the events may be in the range.
 */
function timeTest(
  values: readonly string[] = [],
): (events: readonly ForcedEvent[], row: FleetRow, now: number) => boolean {
  const { wanted, excluded } = split(values);
  const ranges = wanted.map(parseForcedTimeRange);
  const without = excluded.map(parseForcedTimeRange);
  return (events, row, now) => {
    const [first] = events;
    const test = (range: ForcedTimeRange | undefined) => {
      if (range === undefined || first === undefined) return range?.kind === emptyBucket(row);
      return range.kind === "instants"
        ? events.some((event) => isInForcedTimeRange(event, range, now))
        : isInForcedTimeRange(first, range, now);
    };
    return (wanted.length === 0 || ranges.some(test)) && !without.some(test);
  };
}

/** Returns the time range of a row without any matching event: its forecast is unknown, or contains no such change. */
function emptyBucket({ forecast }: FleetRow): "none" | "unknown" {
  return forecast === undefined || forecast.without !== undefined ? "unknown" : "none";
}

export function createForcedChangeFilter(filters: Filters): ForcedChangeFilter {
  const hasTime = filters.has("forceIn");
  const { wanted, excluded } = split(filters.get("hop"));
  const targets = split(filters.get("to")).wanted;
  const isAskedFor = eventTest(filters);
  const isInTime = timeTest(filters.get("forceIn"));
  const ofKind = (row: FleetRow, { now }: Pick<FleetContext, "now">) =>
    forcedEventsOf(row).filter((event) => isAskedFor(event, now));
  return {
    isAsked: hasTime || filters.has("hop") || filters.has("to"),
    events: ofKind,
    test(row, { now }) {
      if (hasTime) return isInTime(ofKind(row, { now }), row, now);
      const events = forcedEventsOf(row);
      return (
        (wanted.length + targets.length === 0 ||
          events.some(
            ({ kind, step }) =>
              (wanted.length === 0 || wanted.includes(kind)) && (targets.length === 0 || isTo(step, targets)),
          )) &&
        !events.some(({ kind }) => excluded.includes(kind))
      );
    },
    buckets(row, { now }) {
      const first = forcedEventsOf(row).find((event) => isAskedFor(event, now));
      return [first === undefined ? emptyBucket(row) : forcedTimeBucketOf(first, now)];
    },
    kinds(row, { now }) {
      const events = forcedEventsOf(row);
      if (events.length === 0) return noKind;
      if (!hasTime) return forcedStepKinds.filter((hop) => events.some(({ kind }) => kind === hop));
      return forcedStepKinds.filter((hop) => {
        const alike = events.filter(({ kind }) => kind === hop);
        return alike.length > 0 && isInTime(alike, row, now);
      });
    },
  };
}
