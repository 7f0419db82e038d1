import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ForeseenStep } from "#lib/contract/forecast.ts";
import { bucketOf, type ForceRange, isInRange, parseForceRange } from "#lib/forecast/force-range.ts";
import { type ForcedEvent, type ForcedKind, forcedEvents } from "#lib/forecast/forced-events.ts";
import { deadEndTest } from "./dead-end-filter.ts";
import type { FleetContext } from "./fleet-context.ts";

/** The filters by name with their values, as a query holds them. */
type Filters = ReadonlyMap<string, readonly string[]>;

/**
 * `forceIn`, `hop`, `to` and `deadend` belong together: "forced to a new minor within 30 days" asks when that very step
 * comes, not whether some minor and something within 30 days are both there. A time asks when the first of them comes, so
 * that each cluster is in one time only, and times add up to the fleet.
 */
export interface ForcedQuestion {
  /** Whether a time, a kind or a target is asked for. */
  readonly isAsked: boolean;
  /** Whether the row has what all of them ask for together. */
  test(row: FleetRow, context: FleetContext): boolean;
  /** The row's events of the asked kinds, whatever time is asked for. */
  events(row: FleetRow, context: Pick<FleetContext, "now">): readonly ForcedEvent[];
  /** For the facet `forceIn`: where the first of the row's events of the asked kinds lies, whatever time is asked for. */
  buckets(row: FleetRow, context: FleetContext): readonly string[];
  /** For the facet `hop`: the kinds of the row's events in the asked time, whatever kinds are asked for. */
  kinds(row: FleetRow, context: FleetContext): readonly string[];
}

const noKind: readonly string[] = [];
const hops: readonly ForcedKind[] = ["patch", "minor", "image"];

function split(values: readonly string[] = []) {
  return {
    wanted: values.filter((value) => !value.startsWith("-")).map((value) => value.toLowerCase()),
    excluded: values.filter((value) => value.startsWith("-")).map((value) => value.slice(1).toLowerCase()),
  };
}

/** Which events the time applies to: those of the asked kinds, and the very dead ends that are asked for. */
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

function isTo(step: ForeseenStep | undefined, targets: readonly string[]): boolean {
  return step !== undefined && targets.includes(targetOf(step));
}

/** As the filter `to` has it: `1.34.5`, `gardenlinux:1877.6.0`. */
export function targetOf({ image, to }: ForeseenStep): string {
  return (image === undefined ? to : `${image}:${to}`).toLowerCase();
}

export function targetsOf(row: FleetRow): readonly string[] {
  return forcedEvents(row).flatMap(({ step }) => (step === undefined ? [] : [targetOf(step)]));
}

/**
 * Whether the first of some events, which are in time order, comes in the asked time. Between instants, which the calendar
 * asks for, any of them may.
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

/** Where a row without any such event stands: nobody knows, or nothing is foreseen. */
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
      if (!hasTime) return hops.filter((hop) => events.some(({ kind }) => kind === hop));
      return hops.filter((hop) => {
        const alike = events.filter(({ kind }) => kind === hop);
        return alike.length > 0 && isInTime(alike, row, now);
      });
    },
  };
}
