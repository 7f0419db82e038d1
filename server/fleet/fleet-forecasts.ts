import "server-only";
import type { RowForecast } from "#lib/contract/forecast.ts";
import { firstEventOf } from "#lib/forecast/forced-events.ts";
import { forecastValidUntil } from "#lib/forecast/forecast-valid-until.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import { summariseForecast } from "#lib/forecast/summarise-forecast.ts";
import type { ForecastContext } from "#lib/forecast/summarise-forecast-step.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isSame } from "#lib/kube/same-value.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { perObject } from "#lib/memo/per-object.ts";
import { gardenReleaseContext } from "#lib/policy/editions/rules-of-shoot.ts";
import {
  concernsFooting,
  type ForecastFooting,
  footingOf,
  profileChanges,
  stepsToChange,
} from "#lib/policy/forecast/changed-profile/profile-changes.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { type ForecastShoot, toForecastShoot } from "#lib/policy/forecast/forecast-shoot.ts";
import { createForecaster, type Forecaster } from "#lib/policy/forecast/forecaster.ts";
import type { FleetTimings } from "#server/metrics/fleet-timings.ts";
import { Packed } from "#server/watch/packed.ts";
import { type ProfileReader, stageOfReader } from "./profile-reader.ts";

/** Inputs of a Shoot's forecast besides the Shoot. */
export interface ForecastInput {
  /** The effective profile's spec; the same object while it is unchanged. */
  readonly spec: CloudProfileSpec | undefined;
  readonly reader: ProfileReader;
  readonly rootProfile: string | undefined;
  /** The garden's release, if known. */
  readonly release: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A Shoot and the effective profile's spec that applies to it. */
export interface FollowingShoot {
  readonly uid: string;
  readonly spec: CloudProfileSpec | undefined;
}

type MadeOf = Shoot | Packed<Shoot>;

interface Held {
  /** The Shoot as the mirror keeps or kept it, possibly packed. */
  readonly madeOf: MadeOf;
  readonly spec: CloudProfileSpec | undefined;
  readonly release: string | undefined;
  readonly footing: ForecastFooting;
  /** The row's part; after `heldAs`, the same object as in the stored row. */
  readonly told: RowForecast;
  readonly holdsUntil: number;
  /** Sequence number, unique per forecast. */
  readonly stamp: number;
  readonly madeAt: number;
}

/** The parts of a forecast that are kept. */
interface Made extends Pick<Held, "holdsUntil" | "footing"> {
  readonly row: RowForecast;
}

/** Memoized, so it is computed once for all Shoots of the profile. */
const changesFrom = perObject((before: CloudProfileSpec) =>
  perObject((after: CloudProfileSpec) => profileChanges(before, after)),
);

/** How long a row reports that a profile change altered its forecast. */
const changeShownMs = dayMs;
/** Maximum of shared footings; then the map is cleared. */
const mostFootings = 20_000;

/**
 * The forecasts of all Shoots, each computed once and cached until an input changes: the Shoot's spec, a profile entry
 * that it depends on, or one of its own dates passing. Full forecasts are not cached: for ten thousand Shoots they
 * would need a hundred times the memory of what lists need.
 */
export class FleetForecasts {
  readonly #held = new Map<string, Held>();
  readonly #footings = new Map<string, ForecastFooting>();
  #forecasters = new WeakMap<CloudProfileSpec, Forecaster>();
  /** The garden release whose rules the forecasters use. */
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
   * The row's part of the forecast; computed only when the cached one is no longer valid.
   *
   * @param madeOf the same Shoot as its mirror keeps it; without it the result is not cached
   */
  rowFor(whole: Shoot, input: ForecastInput, madeOf?: MadeOf): RowForecast {
    const { uid } = whole.metadata;
    const shoot = toForecastShoot(whole);
    const held = uid === undefined ? undefined : this.#held.get(uid);
    const isSameShoot = held !== undefined && (held.madeOf === madeOf || isSameToForecasts(held.madeOf, shoot));
    if (
      isSameShoot &&
      uid !== undefined &&
      input.now < held.holdsUntil &&
      held.release === input.release &&
      !this.#isConcerned(shoot, held, input.spec)
    ) {
      if (madeOf !== undefined && (held.spec !== input.spec || held.madeOf !== madeOf)) {
        this.#held.set(uid, { ...held, madeOf, spec: input.spec });
      }
      return held.told;
    }
    const made = this.#made(shoot, input);
    const row = settledRow(made.row, isSameShoot ? held : undefined, input);
    const holdsUntil = Math.min(made.holdsUntil, ...endsAhead(row, input.now));
    if (uid !== undefined && madeOf !== undefined) {
      this.#nextDueAt = Math.min(this.#nextDueAt, holdsUntil);
      this.#held.set(uid, {
        madeOf,
        spec: input.spec,
        release: input.release,
        footing: made.footing,
        told: row,
        holdsUntil,
        stamp: this.#computed,
        madeAt: input.now,
      });
    }
    return row;
  }

  /** The part of a Shoot's forecast that lists show. */
  #made(shoot: ForecastShoot, input: ForecastInput): Made {
    const forecast = this.forecastFor(shoot, input);
    return {
      row: summariseForecast(forecast, this.#contextOf(input)),
      holdsUntil: forecastValidUntil(forecast, shoot, input.now),
      footing: this.#oneFooting(footingOf(forecast)),
    };
  }

  /** The forecast of all components that move on their own. Not cached. */
  forecastFor(shoot: ForecastShoot, { spec, release, now }: Pick<ForecastInput, "spec" | "release" | "now">): Forecast {
    this.#computed += 1;
    const forecaster = spec === undefined ? this.#withoutProfile : this.#forecasterOf(spec, release);
    const startedMs = performance.now();
    try {
      return forecaster.forecast(shoot, { now, horizon: forecastHorizon(now), lanes: "own" });
    } catch {
      // Input may contain a Shoot of unexpected shape: its row must still appear, with this outcome.
      return { outcome: "unknown", reason: "invalid-shoot" };
    } finally {
      this.#timings?.forecast((performance.now() - startedMs) / 1000);
    }
  }

  /** Stamp of a Shoot's current forecast and when it was computed. */
  heldOf(uid: string): Pick<Held, "stamp" | "madeAt"> | undefined {
    return this.#held.get(uid);
  }

  /**
   * Orders the Shoots of changed profiles by how many steps they are from a changed version: users who watch for the
   * effect look at these first.
   */
  concernedFirst(shoots: readonly FollowingShoot[]): readonly string[] {
    const stepsOf = ({ uid, spec }: FollowingShoot) => {
      const held = this.#held.get(uid);
      if (held?.spec === undefined || spec === undefined || held.spec === spec) return Number.POSITIVE_INFINITY;
      return stepsToChange(changesFrom(held.spec)(spec), held.footing);
    };
    const bySteps = Map.groupBy(shoots, stepsOf);
    const steps = [...bySteps.keys()].sort((a, b) => (a < b ? -1 : 1));
    return steps.flatMap((each) => (bySteps.get(each) ?? []).map(({ uid }) => uid));
  }

  /** Replaces the kept forecast by an equal object from the stored row, so that it is in memory once. */
  heldAs(uid: string, told: RowForecast | undefined): void {
    const held = this.#held.get(uid);
    if (held !== undefined && told !== undefined && held.told !== told) this.#held.set(uid, { ...held, told });
  }

  forget(uid: string): void {
    this.#held.delete(uid);
  }

  /** No forecast expires before this; possibly none then either, when one was recomputed for another reason. */
  nextDueAt(): number {
    return this.#nextDueAt;
  }

  /** Removes and returns the Shoots whose forecasts have expired at `now`; the caller recomputes them. */
  takeDue(now: number): readonly string[] {
    const due: string[] = [];
    this.#nextDueAt = Number.POSITIVE_INFINITY;
    for (const [uid, { holdsUntil }] of this.#held) {
      if (holdsUntil <= now) due.push(uid);
      else this.#nextDueAt = Math.min(this.#nextDueAt, holdsUntil);
    }
    return due;
  }

  /** Shares one object between equal footings, as of Shoots with equal versions. */
  #oneFooting(footing: ForecastFooting): ForecastFooting {
    const text = JSON.stringify(footing);
    const known = this.#footings.get(text);
    if (known !== undefined) return known;
    if (this.#footings.size >= mostFootings) this.#footings.clear();
    this.#footings.set(text, footing);
    return footing;
  }

  #contextOf({ now, reader, rootProfile }: ForecastInput): ForecastContext {
    return { now, ...(rootProfile !== undefined && { profile: rootProfile }), stageOf: stageOfReader(reader) };
  }

  #isConcerned(shoot: ForecastShoot, { spec: before, footing }: Held, after: CloudProfileSpec | undefined): boolean {
    if (before === after) return false;
    if (before === undefined || after === undefined) return true;
    return concernsFooting(changesFrom(before)(after), shoot, footing);
  }

  #forecasterOf(spec: CloudProfileSpec, release: string | undefined): Forecaster {
    if (release !== this.#release) this.#forecasters = new WeakMap();
    this.#release = release;
    const known = this.#forecasters.get(spec);
    if (known !== undefined) return known;
    const made = createForecaster(spec, gardenReleaseContext(release));
    this.#forecasters.set(spec, made);
    return made;
  }
}

/**
 * Whether two Shoots are equal for forecasts: most changes only report progress in the status. The generation cannot
 * tell: it does not change when a spec change is confined to the maintenance window.
 */
function isSameToForecasts(before: MadeOf, now: ForecastShoot): boolean {
  return isSame(toForecastShoot(before instanceof Packed ? before.unpack() : before), now);
}

/** Expiry dates of versions at dead ends: when one passes, the dead end takes effect. */
function endsAhead({ deadEnds }: RowForecast, now: number): readonly number[] {
  return deadEnds.flatMap(({ endsAt }) => (endsAt !== undefined && endsAt > now ? [endsAt] : []));
}

/** Keeps the old timestamp for an unchanged forecast, and reports a change caused by the profile. */
function settledRow(made: RowForecast, held: Held | undefined, { now, spec }: ForecastInput): RowForecast {
  if (held === undefined) return made;
  const { computedAt, changed, ...told } = held.told;
  const { computedAt: _, ...telling } = made;
  const remembered = changed !== undefined && now - changed.at < changeShownMs ? changed : undefined;
  if (isSame(told, telling)) {
    return { ...made, computedAt, ...(remembered && { changed: remembered }) };
  }
  if (held.spec === spec) return { ...made, ...(remembered && { changed: remembered }) };
  const before = firstEventOf(held.told);
  return { ...made, changed: { at: now, ...(before && { before }) } };
}
