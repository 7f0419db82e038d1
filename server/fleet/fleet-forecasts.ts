import "server-only";
import type { RowForecast } from "#lib/contract/forecast.ts";
import { firstForcedEventOf } from "#lib/forecast/forced-events.ts";
import { forecastValidUntil } from "#lib/forecast/forecast-valid-until.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import { summariseForecast } from "#lib/forecast/summarise-forecast.ts";
import type { ForecastContext } from "#lib/forecast/summarise-forecast-step.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { type GardenFacts, gardenReleaseContext } from "#lib/policy/editions/rules-of-shoot.ts";
import {
  canProfileChangeAffectForecast,
  compareProfilesForForecast,
  countStepsToChangedVersion,
  type ForecastDependencies,
  forecastDependenciesOf,
} from "#lib/policy/forecast/changed-profile/profile-changes.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { type ForecastShoot, toForecastShoot } from "#lib/policy/forecast/forecast-shoot.ts";
import { createForecaster, type Forecaster } from "#lib/policy/forecast/forecaster.ts";
import { plannedMinorStep } from "#lib/policy/readiness/next-minor-step.ts";
import type { MinorStep } from "#lib/policy/readiness/readiness-finding.ts";
import { readinessPeriodMs } from "#lib/policy/readiness/readiness-period.ts";
import type { FleetTimings } from "#server/metrics/fleet-timings.ts";
import { PackedObject } from "#server/watch/packed-object.ts";
import { type ProfileReader, versionStageLookup } from "./profile-reader.ts";

/** What a Shoot's forecast is computed from, besides the Shoot. */
export interface ForecastInput {
  /** Spec of the Shoot's effective CloudProfile; the same object while it is unchanged. */
  readonly spec: CloudProfileSpec | undefined;
  readonly reader: ProfileReader;
  readonly rootProfile: string | undefined;
  /** Facts about the garden, which decide which maintenance rules apply; its gates never change. */
  readonly garden: GardenFacts;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A Shoot's uid and the spec of its effective CloudProfile. */
export interface ShootWithProfileSpec {
  readonly uid: string;
  readonly spec: CloudProfileSpec | undefined;
}

type MadeOf = Shoot | PackedObject<Shoot>;

interface Held {
  /** The Shoot from which the forecast was made, possibly in its packed form. */
  readonly madeOf: MadeOf;
  readonly spec: CloudProfileSpec | undefined;
  readonly release: string | undefined;
  readonly footing: ForecastDependencies;
  /** The part of the forecast that the cluster list shows; the same object as in the stored row, to save memory. */
  readonly told: RowForecast;
  /** The next minor step; the whole forecast that plans it is not kept. */
  readonly step: MinorStep | undefined;
  readonly holdsUntil: number;
  /** Sequence number, unique per forecast. */
  readonly stamp: number;
  readonly madeAt: number;
}

/** The parts of a new forecast that are cached. */
interface Made extends Pick<Held, "holdsUntil" | "footing" | "step"> {
  readonly row: RowForecast;
}

/** Differences between two versions of a profile, computed once for all Shoots that use it. */
const changesFrom = memoizePerObject((before: CloudProfileSpec) =>
  memoizePerObject((after: CloudProfileSpec) => compareProfilesForForecast(before, after)),
);

/** How long the cluster list shows that a profile change altered a cluster's forecast. */
const changeShownMs = dayMs;
/** Maximum number of shared objects of this kind; above it the map is cleared. */
const mostFootings = 20_000;

/**
 * The forecasts of all Shoots, each computed once and cached until an input changes: the Shoot's spec, a profile entry
 * that it depends on, or one of its own dates passing. Only the part that the cluster list shows is cached: full
 * forecasts of ten thousand Shoots would need a hundred times the memory.
 */
export class FleetForecasts {
  readonly #held = new Map<string, Held>();
  readonly #footings = new Map<string, ForecastDependencies>();
  #forecasters = new WeakMap<CloudProfileSpec, Forecaster>();
  /** Version of Gardener whose rules the cached forecasters use. */
  #release: string | undefined;
  readonly #withoutProfile = createForecaster(undefined);
  #computed = 0;
  #nextDueAt = Number.POSITIVE_INFINITY;
  readonly #timings: Pick<FleetTimings, "forecast"> | undefined;

  constructor(timings?: Pick<FleetTimings, "forecast">) {
    this.#timings = timings;
  }

  /** Number of forecasts computed so far. */
  get computed(): number {
    return this.#computed;
  }

  /**
   * The part of a Shoot's forecast that the cluster list shows, and the minor step that the forecast plans; computed
   * only when the cached one is no longer valid.
   *
   * @param madeOf the same Shoot as stored in its object cache; without it the result is not cached
   */
  rowFor(whole: Shoot, input: ForecastInput, madeOf?: MadeOf): Pick<Held, "told" | "step"> {
    const { uid } = whole.metadata;
    const shoot = toForecastShoot(whole);
    const held = uid === undefined ? undefined : this.#held.get(uid);
    const isSameShoot = held !== undefined && (held.madeOf === madeOf || isSameToForecasts(held.madeOf, shoot));
    if (
      isSameShoot &&
      uid !== undefined &&
      input.now < held.holdsUntil &&
      held.release === input.garden.release &&
      !this.#isConcerned(shoot, held, input.spec)
    ) {
      if (madeOf !== undefined && (held.spec !== input.spec || held.madeOf !== madeOf)) {
        this.#held.set(uid, { ...held, madeOf, spec: input.spec });
      }
      return held;
    }
    const made = this.#made(shoot, input);
    const row = settledRow(made.row, isSameShoot ? held : undefined, input);
    const holdsUntil = Math.min(made.holdsUntil, ...endsAhead(row, input.now));
    if (uid !== undefined && madeOf !== undefined) {
      this.#nextDueAt = Math.min(this.#nextDueAt, holdsUntil);
      this.#held.set(uid, {
        madeOf,
        spec: input.spec,
        release: input.garden.release,
        footing: made.footing,
        step: made.step,
        told: row,
        holdsUntil,
        stamp: this.#computed,
        madeAt: input.now,
      });
    }
    return { told: row, step: made.step };
  }

  /** Computes the part of a Shoot's forecast that the cluster list shows. */
  #made(shoot: ForecastShoot, input: ForecastInput): Made {
    const forecast = this.forecastFor(shoot, input);
    const step = forecast.outcome === "foreseen" ? plannedMinorStep(shoot, forecast) : undefined;
    const assessedFrom = step?.at === undefined ? 0 : step.at - readinessPeriodMs;
    const validUntil = forecastValidUntil(forecast, shoot, input.now);
    return {
      row: summariseForecast(forecast, this.#contextOf(input)),
      step,
      // Rows say nothing about readiness before.
      holdsUntil: assessedFrom > input.now ? Math.min(validUntil, assessedFrom) : validUntil,
      footing: this.#oneFooting(forecastDependenciesOf(forecast)),
    };
  }

  /** The full forecast of a Shoot: the automatic updates of all its components. Not cached. */
  forecastFor(shoot: ForecastShoot, { spec, garden, now }: Pick<ForecastInput, "spec" | "garden" | "now">): Forecast {
    this.#computed += 1;
    const forecaster = spec === undefined ? this.#withoutProfile : this.#forecasterOf(spec, garden);
    const startedMs = performance.now();
    try {
      return forecaster.forecast(shoot, { now, horizon: forecastHorizon(now), lanes: "own" });
    } catch {
      // A Shoot may have unexpected fields: its row must be shown nevertheless, with this outcome.
      return { outcome: "unknown", reason: "invalid-shoot" };
    } finally {
      this.#timings?.forecast((performance.now() - startedMs) / 1000);
    }
  }

  /** Sequence number of a Shoot's cached forecast, and when it was computed. */
  heldOf(uid: string): Pick<Held, "stamp" | "madeAt"> | undefined {
    return this.#held.get(uid);
  }

  /**
   * Sorts the Shoots of changed profiles by the number of updates until they reach a changed version, because users
   * look at the nearest first.
   */
  concernedFirst(shoots: readonly ShootWithProfileSpec[]): readonly string[] {
    const stepsOf = ({ uid, spec }: ShootWithProfileSpec) => {
      const held = this.#held.get(uid);
      if (held?.spec === undefined || spec === undefined || held.spec === spec) return Number.POSITIVE_INFINITY;
      return countStepsToChangedVersion(changesFrom(held.spec)(spec), held.footing);
    };
    const bySteps = Map.groupBy(shoots, stepsOf);
    const steps = [...bySteps.keys()].sort((a, b) => (a < b ? -1 : 1));
    return steps.flatMap((each) => (bySteps.get(each) ?? []).map(({ uid }) => uid));
  }

  /** Replaces the cached forecast by the equal object in the stored row, so that it is in memory only once. */
  heldAs(uid: string, told: RowForecast | undefined): void {
    const held = this.#held.get(uid);
    if (held !== undefined && told !== undefined && held.told !== told) this.#held.set(uid, { ...held, told });
  }

  forget(uid: string): void {
    this.#held.delete(uid);
  }

  /** A time before which no cached forecast expires. */
  nextDueAt(): number {
    return this.#nextDueAt;
  }

  /** Returns the uids of Shoots whose forecasts have expired at `now`, which must be recomputed. */
  takeDue(now: number): readonly string[] {
    const due: string[] = [];
    this.#nextDueAt = Number.POSITIVE_INFINITY;
    for (const [uid, { holdsUntil }] of this.#held) {
      if (holdsUntil <= now) due.push(uid);
      else this.#nextDueAt = Math.min(this.#nextDueAt, holdsUntil);
    }
    return due;
  }

  /** Returns one shared object for equal inputs, such as those of Shoots with the same versions, to save memory. */
  #oneFooting(footing: ForecastDependencies): ForecastDependencies {
    const text = JSON.stringify(footing);
    const known = this.#footings.get(text);
    if (known !== undefined) return known;
    if (this.#footings.size >= mostFootings) this.#footings.clear();
    this.#footings.set(text, footing);
    return footing;
  }

  #contextOf({ now, reader, rootProfile }: ForecastInput): ForecastContext {
    return { now, ...(rootProfile !== undefined && { profile: rootProfile }), stageOf: versionStageLookup(reader) };
  }

  #isConcerned(shoot: ForecastShoot, { spec: before, footing }: Held, after: CloudProfileSpec | undefined): boolean {
    if (before === after) return false;
    if (before === undefined || after === undefined) return true;
    return canProfileChangeAffectForecast(changesFrom(before)(after), shoot, footing);
  }

  #forecasterOf(spec: CloudProfileSpec, garden: GardenFacts): Forecaster {
    const { release } = garden;
    if (release !== this.#release) this.#forecasters = new WeakMap();
    this.#release = release;
    const known = this.#forecasters.get(spec);
    if (known !== undefined) return known;
    const made = createForecaster(spec, gardenReleaseContext(garden));
    this.#forecasters.set(spec, made);
    return made;
  }
}

/**
 * Whether two versions of a Shoot have the same forecast; most changes only report progress in the status. The
 * generation cannot tell: it does not change when a spec change waits for the maintenance window.
 */
function isSameToForecasts(before: MadeOf, now: ForecastShoot): boolean {
  return isSameJson(toForecastShoot(before instanceof PackedObject ? before.unpack() : before), now);
}

/** Expiry dates of versions without a possible update: when one passes, the forecast changes. */
function endsAhead({ deadEnds }: RowForecast, now: number): readonly number[] {
  return deadEnds.flatMap(({ endsAt }) => (endsAt !== undefined && endsAt > now ? [endsAt] : []));
}

/** New forecast, with the time of the cached one if equal, and a mark if a profile change altered the forecast. */
function settledRow(made: RowForecast, held: Held | undefined, { now, spec }: ForecastInput): RowForecast {
  if (held === undefined) return made;
  const { computedAt, changed, ...told } = held.told;
  const { computedAt: _, ...telling } = made;
  const remembered = changed !== undefined && now - changed.at < changeShownMs ? changed : undefined;
  if (isSameJson(told, telling)) {
    return { ...made, computedAt, ...(remembered && { changed: remembered }) };
  }
  if (held.spec === spec) return { ...made, ...(remembered && { changed: remembered }) };
  const before = firstForcedEventOf(held.told);
  return { ...made, changed: { at: now, ...(before && { before }) } };
}
