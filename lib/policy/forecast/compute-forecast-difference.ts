import type { ComponentForecast, ForecastStep } from "./component-forecast.ts";
import type { DeadEnd, RejectedRunPeriod } from "./dead-end.ts";
import type { Forecast, ForecastVariant } from "./forecast-result.ts";
import type { VersionedComponent } from "./versioned-component.ts";

/** When a version update happens, in epoch milliseconds. */
export interface StepInterval {
  readonly earliestAt: number;
  readonly latestAt?: number;
}

/** A version update whose time changes, or that is in only one of the two forecasts. */
export interface MovedStep {
  readonly lane: VersionedComponent;
  readonly from: string;
  readonly to: string;
  readonly kind: ForecastStep["kind"];
  readonly before?: StepInterval;
  readonly after?: StepInterval;
}

/** Difference a change makes to a forecast. */
export interface ForecastDifference {
  readonly moved: readonly MovedStep[];
  /** Dead ends that exist only after the change. */
  readonly stuck: readonly { readonly lane: VersionedComponent; readonly deadEnd: DeadEnd }[];
  /** Dead ends that the change removes. */
  readonly freed: readonly { readonly lane: VersionedComponent; readonly deadEnd: DeadEnd }[];
  /** Dead ends in both forecasts whose time differs. */
  readonly movedDeadEnds: readonly {
    readonly lane: VersionedComponent;
    readonly before: DeadEnd;
    readonly after: DeadEnd;
  }[];
  readonly newRejections: readonly RejectedRunPeriod[];
  readonly endedRejections: readonly RejectedRunPeriod[];
}

const empty: ForecastVariant = { lanes: [], rejections: [] };

function forecastOf(forecast: Forecast): ForecastVariant {
  return forecast.outcome === "foreseen" ? forecast : empty;
}

function componentKey({ id }: ComponentForecast): string {
  return id.kind === "control-plane" ? id.kind : `${id.kind}\n${id.pool}`;
}

function intervalOf({ earliestAt, latestAt }: ForecastStep): StepInterval {
  return latestAt === undefined ? { earliestAt } : { earliestAt, latestAt };
}

function stepKey({ from, to, path }: ForecastStep): string {
  return `${from}\n${to}\n${path}`;
}

function movedSteps(
  id: VersionedComponent,
  before: readonly ForecastStep[],
  after: readonly ForecastStep[],
): readonly MovedStep[] {
  const rest = new Map(after.map((hop) => [stepKey(hop), hop]));
  const moved: MovedStep[] = [];
  for (const hop of before) {
    const same = rest.get(stepKey(hop));
    rest.delete(stepKey(hop));
    if (same?.earliestAt === hop.earliestAt && same.latestAt === hop.latestAt) continue;
    const { from, to, kind } = hop;
    moved.push({ lane: id, from, to, kind, before: intervalOf(hop), ...(same && { after: intervalOf(same) }) });
  }
  for (const { from, to, kind, ...hop } of rest.values()) {
    moved.push({ lane: id, from, to, kind, after: intervalOf({ from, to, kind, ...hop }) });
  }
  return moved;
}

function missingIn<Item>(items: readonly Item[], others: readonly Item[], key: (item: Item) => string) {
  const known = new Set(others.map(key));
  return items.filter((item) => !known.has(key(item)));
}

function deadEndKey({ code, version }: DeadEnd): string {
  return `${code}\n${version}`;
}

function movedDeadEnds(lane: VersionedComponent, before: readonly DeadEnd[], after: readonly DeadEnd[]) {
  return before.flatMap((was) => {
    const is = after.find((other) => deadEndKey(other) === deadEndKey(was));
    return is === undefined || is.fromAt === was.fromAt ? [] : [{ lane, before: was, after: is }];
  });
}

function rejectionKey({ violations }: RejectedRunPeriod): string {
  return JSON.stringify(violations);
}

/**
 * Differences between two forecasts of one Shoot: steps and dead ends that move, appear or vanish, and rejected runs
 * that appear or vanish. A forecast without a result counts as having no steps.
 */
export function computeForecastDifference(before: Forecast, after: Forecast): ForecastDifference {
  const [old, next] = [forecastOf(before), forecastOf(after)];
  const oldLanes = new Map(old.lanes.map((lane) => [componentKey(lane), lane]));
  const newLanes = new Map(next.lanes.map((lane) => [componentKey(lane), lane]));
  const keys = new Set([...oldLanes.keys(), ...newLanes.keys()]);
  const pairs = [...keys].flatMap((key) => {
    const [was, is] = [oldLanes.get(key), newLanes.get(key)];
    const id = (was ?? is)?.id;
    return id === undefined ? [] : [{ id, was, is }];
  });
  const deadEnds = (from: "was" | "is", other: "was" | "is") =>
    pairs.flatMap((pair) => {
      const gone = missingIn(pair[from]?.deadEnds ?? [], pair[other]?.deadEnds ?? [], deadEndKey);
      return gone.map((deadEnd) => ({ lane: pair.id, deadEnd }));
    });
  return {
    moved: pairs.flatMap(({ id, was, is }) => movedSteps(id, was?.hops ?? [], is?.hops ?? [])),
    stuck: deadEnds("is", "was"),
    freed: deadEnds("was", "is"),
    movedDeadEnds: pairs.flatMap(({ id, was, is }) => movedDeadEnds(id, was?.deadEnds ?? [], is?.deadEnds ?? [])),
    newRejections: missingIn(next.rejections, old.rejections, rejectionKey),
    endedRejections: missingIn(old.rejections, next.rejections, rejectionKey),
  };
}

/** Whether a forecast difference is empty, that is, the two forecasts are equal. */
export function isForecastUnchanged(difference: ForecastDifference): boolean {
  const { moved, stuck, freed, movedDeadEnds: later, newRejections, endedRejections } = difference;
  return [moved, stuck, freed, later, newRejections, endedRejections].every((list) => list.length === 0);
}
