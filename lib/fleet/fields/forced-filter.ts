import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ForecastStepSummary } from "#lib/contract/forecast.ts";
import { bucketOf, type ForceRange, isInRange, parseForceRange } from "#lib/forecast/force-range.ts";
import { type ForcedEvent, forcedEvents, forcedStepKinds } from "#lib/forecast/forced-events.ts";
import { deadEndTest } from "./dead-end-filter.ts";
import type { FleetContext } from "./fleet-context.ts";

/** Filters by name with their values, as in a query. */
type Filters = ReadonlyMap<string, readonly string[]>;

/**
 * Combined test of `forceIn`, `hop`, `to` and `deadend`: "forced to a new minor within 30 days" asks when that very
 * step comes, not whether some minor and something within 30 days both exist. A time asks when the first matching event
 * comes, so that each cluster is in one time only, and times add up to the fleet.
 */
export interface ForcedQuestion {
  /** Whether a time, a kind or a target is filtered for. */
  readonly isAsked: boolean;
  /** Returns whether the row matches all of them together. */
  test(row: FleetRow, context: FleetContext): boolean;
  /** Returns the row's events of the selected kinds, whatever time is selected. */
  events(row: FleetRow, context: Pick<FleetContext, "now">): readonly ForcedEvent[];
  /** Values for the facet `forceIn`: the time of the row's first event of the selected kinds, in any time. */
  buckets(row: FleetRow, context: FleetContext): readonly string[];
  /** Values for the facet `hop`: the kinds of the row's events in the selected time, whatever kinds are selected. */
  kinds(row: FleetRow, context: FleetContext): readonly string[];
}

const noKind: readonly string[] = [];

function split(values: readonly string[] = []) {
  return {
    wanted: values.filter((value) => !value.startsWith("-")).map((value) => value.toLowerCase()),
    excluded: values.filter((value) => value.startsWith("-")).map((value) => value.slice(1).toLowerCase()),
  };
}

/** Returns a test for events that the time applies to: those of the selected kinds, and the very dead ends selected. */
function eventTest(filters: Filters): (event: ForcedEvent, now: number) => boolean {
  const { wanted, excluded } = split(filters.get("hop"));
  const targets = split(filters.get("to")).wanted;
  const deadEnds = split(filters.get("deadend")).wanted.filter((value) => value !== "0");
  const tests = deadEnds.map(deadEndTest);
  return ({ kind, step, deadEnd }, now) => {
    if (excluded.includes(kind)) return false;
    if (targets.length > 0 && !isTo(step, targets)) return false;
    if (wanted.length > 0) return wanted.includes(kind);
    if (targets.length > 0) return true;
    return tests.length === 0 || (deadEnd !== undefined && tests.some((test) => test(deadEnd, now)));
  };
}

function isTo(step: ForecastStepSummary | undefined, targets: readonly string[]): boolean {
  return step !== undefined && targets.includes(targetOf(step));
}

/** Formats a step's target as a value of the filter `to`: `1.34.5`, `gardenlinux:1877.6.0`. */
export function targetOf({ image, to }: ForecastStepSummary): string {
  return (image === undefined ? to : `${image}:${to}`).toLowerCase();
}

export function targetsOf(row: FleetRow): readonly string[] {
  return forcedEvents(row).flatMap(({ step }) => (step === undefined ? [] : [targetOf(step)]));
}

/**
 * Returns a test whether the first of some events, which are in time order, is in the selected time. For ranges between
 * two instants, which the calendar uses, any of the events may be.
 */
function timeTest(
  values: readonly string[] = [],
): (events: readonly ForcedEvent[], row: FleetRow, now: number) => boolean {
  const { wanted, excluded } = split(values);
  const ranges = wanted.map(parseForceRange);
  const without = excluded.map(parseForceRange);
  return (events, row, now) => {
    const [first] = events;
    const test = (range: ForceRange | undefined) => {
      if (range === undefined || first === undefined) return range?.kind === emptyBucket(row);
      return range.kind === "instants"
        ? events.some((event) => isInRange(event, range, now))
        : isInRange(first, range, now);
    };
    return (wanted.length === 0 || ranges.some(test)) && !without.some(test);
  };
}

/** Bucket of a row without any such event: the forecast is unknown, or it expects nothing. */
function emptyBucket({ forecast }: FleetRow): "none" | "unknown" {
  return forecast === undefined || forecast.without !== undefined ? "unknown" : "none";
}

export function forcedQuestion(filters: Filters): ForcedQuestion {
  const hasTime = filters.has("forceIn");
  const { wanted, excluded } = split(filters.get("hop"));
  const targets = split(filters.get("to")).wanted;
  const isAskedFor = eventTest(filters);
  const isInTime = timeTest(filters.get("forceIn"));
  const ofKind = (row: FleetRow, { now }: Pick<FleetContext, "now">) =>
    forcedEvents(row).filter((event) => isAskedFor(event, now));
  return {
    isAsked: hasTime || filters.has("hop") || filters.has("to"),
    events: ofKind,
    test(row, { now }) {
      if (hasTime) return isInTime(ofKind(row, { now }), row, now);
      const events = forcedEvents(row);
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
      const first = forcedEvents(row).find((event) => isAskedFor(event, now));
      return [first === undefined ? emptyBucket(row) : bucketOf(first, now)];
    },
    kinds(row, { now }) {
      const events = forcedEvents(row);
      if (events.length === 0) return noKind;
      if (!hasTime) return forcedStepKinds.filter((hop) => events.some(({ kind }) => kind === hop));
      return forcedStepKinds.filter((hop) => {
        const alike = events.filter(({ kind }) => kind === hop);
        return alike.length > 0 && isInTime(alike, row, now);
      });
    },
  };
}
