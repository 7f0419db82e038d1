import "server-only";
import type { RowForecast } from "#lib/contract/forecast.ts";
import { firstEventOf } from "#lib/forecast/forced-events.ts";
import type { ForecastContext } from "#lib/forecast/foreseen-step.ts";
import { forecastHoldsUntil } from "#lib/forecast/holds-until.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import { summariseForecast } from "#lib/forecast/summarise-forecast.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isSame } from "#lib/kube/same-value.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { perObject } from "#lib/memo/per-object.ts";
import { gardenEdition } from "#lib/policy/editions/rules-of-shoot.ts";
import {
  concernsFooting,
  type ForecastFooting,
  footingOf,
  profileChanges,
  stepsToChange,
} from "#lib/policy/forecast/changed-profile/profile-changes.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { createForecaster, type Forecaster } from "#lib/policy/forecast/forecaster.ts";
import { type ForeseenShoot, foreseenShoot } from "#lib/policy/forecast/foreseen-shoot.ts";
import type { FleetTimings } from "#server/metrics/fleet-timings.ts";
import { Packed } from "#server/watch/packed.ts";
import { type ProfileReader, stageOfReader } from "./profile-reader.ts";

/** What a Shoot's forecast is made from, beside the Shoot. */
export interface ForecastInput {
  /** The effective profile's spec, the same object as long as it has not changed. */
  readonly spec: CloudProfileSpec | undefined;
  readonly reader: ProfileReader;
  readonly rootProfile: string | undefined;
  /** Of the garden, as far as it is known. */
  readonly release: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A Shoot, and the effective profile's spec that it follows now. */
export interface FollowingShoot {
  readonly uid: string;
  readonly spec: CloudProfileSpec | undefined;
}

type MadeOf = Shoot | Packed<Shoot>;

interface Held {
  /** What it was made of, as the mirror holds it, or held it: packed. */
  readonly madeOf: MadeOf;
  readonly spec: CloudProfileSpec | undefined;
  readonly release: string | undefined;
  readonly footing: ForecastFooting;
  /** What the row says: the very object of the row that is held, once somebody says which that is. */
  readonly told: RowForecast;
  readonly holdsUntil: number;
  /** Counts: another number for another forecast. */
  readonly stamp: number;
  readonly madeAt: number;
}

/** What is kept of a forecast once it was made. */
interface Made extends Pick<Held, "holdsUntil" | "footing"> {
  readonly row: RowForecast;
}

/** Compared once for all Shoots of the profile. */
const changesFrom = perObject((before: CloudProfileSpec) =>
  perObject((after: CloudProfileSpec) => profileChanges(before, after)),
);

/** For so long a row says that a profile's change made its forecast another one. */
const changeShownMs = dayMs;
/** So many different footings are shared; then it begins anew. */
const mostFootings = 20_000;

/**
 * The forecasts of all Shoots, each made once and kept until something it rests on changes: the Shoot's spec, an entry of
 * its profile that it stands on, or the passing of one of its own dates. Full forecasts are not kept: for ten thousand
 * Shoots they would take a hundred times the room of what lists need.
 */
export class FleetForecasts {
  readonly #held = new Map<string, Held>();
  readonly #footings = new Map<string, ForecastFooting>();
  #forecasters = new WeakMap<CloudProfileSpec, Forecaster>();
  /** Of the garden, by whose rules these forecast. */
  #release: string | undefined;
  readonly #withoutProfile = createForecaster(undefined);
  #computed = 0;
  #nextDueAt = Number.POSITIVE_INFINITY;
  readonly #timings: Pick<FleetTimings, "forecast"> | undefined;

  constructor(timings?: Pick<FleetTimings, "forecast">) {
    this.#timings = timings;
  }

  /** How many forecasts were made so far. */
  get computed(): number {
    return this.#computed;
  }

  /**
   * The row's share of the forecast; made again only when what is held no longer holds.
   *
   * @param madeOf the same Shoot as its mirror holds it; without, nothing is kept of what has to be made
   */
  rowFor(whole: Shoot, input: ForecastInput, madeOf?: MadeOf): RowForecast {
    const { uid } = whole.metadata;
    const shoot = foreseenShoot(whole);
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

  /** What lists tell of a Shoot's forecast. */
  #made(shoot: ForeseenShoot, input: ForecastInput): Made {
    const forecast = this.forecastFor(shoot, input);
    return {
      row: summariseForecast(forecast, this.#contextOf(input)),
      holdsUntil: forecastHoldsUntil(forecast, shoot, input.now),
      footing: this.#oneFooting(footingOf(forecast)),
    };
  }

  /** Everything that is foreseen for the lanes that move by themselves. It is not kept. */
  forecastFor(shoot: ForeseenShoot, { spec, release, now }: Pick<ForecastInput, "spec" | "release" | "now">): Forecast {
    this.#computed += 1;
    const forecaster = spec === undefined ? this.#withoutProfile : this.#forecasterOf(spec, release);
    const startedMs = performance.now();
    try {
      return forecaster.forecast(shoot, { now, horizon: forecastHorizon(now), lanes: "own" });
    } catch {
      // The wire may carry a Shoot of a shape that no rule foresees: its row must come nonetheless, and says so.
      return { outcome: "unknown", reason: "invalid-shoot" };
    } finally {
      this.#timings?.forecast((performance.now() - startedMs) / 1000);
    }
  }

  /** Which forecast a Shoot has, by a number that no other forecast has, and the instant at which it was made. */
  heldOf(uid: string): Pick<Held, "stamp" | "madeAt"> | undefined {
    return this.#held.get(uid);
  }

  /**
   * The Shoots of profiles that have changed, by how soon they stand on a version which the change is about: whoever
   * waits to see what it does waits for them.
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

  /** The row is held in another object that says the same: it need not be kept twice. */
  heldAs(uid: string, told: RowForecast | undefined): void {
    const held = this.#held.get(uid);
    if (held !== undefined && told !== undefined && held.told !== told) this.#held.set(uid, { ...held, told });
  }

  forget(uid: string): void {
    this.#held.delete(uid);
  }

  /** No forecast has to be made anew before; perhaps none then either, where one was made anew for another reason. */
  nextDueAt(): number {
    return this.#nextDueAt;
  }

  /** The Shoots whose forecasts hold no longer at `now`. Whoever asks makes these anew. */
  takeDue(now: number): readonly string[] {
    const due: string[] = [];
    this.#nextDueAt = Number.POSITIVE_INFINITY;
    for (const [uid, { holdsUntil }] of this.#held) {
      if (holdsUntil <= now) due.push(uid);
      else this.#nextDueAt = Math.min(this.#nextDueAt, holdsUntil);
    }
    return due;
  }

  /** Shoots of equal versions stand on the same. */
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

  #isConcerned(shoot: ForeseenShoot, { spec: before, footing }: Held, after: CloudProfileSpec | undefined): boolean {
    if (before === after) return false;
    if (before === undefined || after === undefined) return true;
    return concernsFooting(changesFrom(before)(after), shoot, footing);
  }

  #forecasterOf(spec: CloudProfileSpec, release: string | undefined): Forecaster {
    if (release !== this.#release) this.#forecasters = new WeakMap();
    this.#release = release;
    const known = this.#forecasters.get(spec);
    if (known !== undefined) return known;
    const made = createForecaster(spec, gardenEdition(release));
    this.#forecasters.set(spec, made);
    return made;
  }
}

/**
 * Whether two are the same to all forecasts: most changes of a Shoot are its status reporting progress, and need no new
 * one. The generation does not tell them apart: it stays where a change of the spec is confined to the window.
 */
function isSameToForecasts(before: MadeOf, now: ForeseenShoot): boolean {
  return isSame(foreseenShoot(before instanceof Packed ? before.unpack() : before), now);
}

/** Dates of versions that a dead end waits for: passing them makes it one that holds already. */
function endsAhead({ deadEnds }: RowForecast, now: number): readonly number[] {
  return deadEnds.flatMap(({ endsAt }) => (endsAt !== undefined && endsAt > now ? [endsAt] : []));
}

/** A row that tells the same as before stays as it was; one that a profile's change made another says so. */
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
