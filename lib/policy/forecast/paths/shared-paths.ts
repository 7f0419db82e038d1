import { dayMs } from "#lib/kube/time-units.ts";
import { wrap } from "../../maintenance/time-of-day.ts";
import { PathClass, type PathRules } from "./path-class.ts";
import type { RunDays } from "./run-days.ts";
import { within } from "./within.ts";

/** So many paths are remembered of one profile under one set of rules; then it begins anew. */
const mostPaths = 5_000;
/** So many ends are. */
const mostEnds = 16;

/** When runs begin, and until when they are looked at. Instants in epoch milliseconds. */
export interface FirstRun extends Pick<RunDays, "until" | "boundary"> {
  readonly firstAt: number;
}

/**
 * The paths of lanes, shared by all Shoots whose runs lie alike among the dates of the profile: it does not matter at
 * what time of day runs are, only between which changes.
 */
export class SharedPaths {
  readonly #rules: PathRules;
  /** By the end, and the place of the runs among the changes of a day. */
  readonly #classes = new Map<number, Map<number, PathClass>>();
  #made = 0;

  constructor(rules: PathRules) {
    this.#rules = rules;
  }

  /** The paths of Shoots with these runs; the days that they are told in count from the class's own. */
  of({ firstAt, until, boundary }: FirstRun): PathClass {
    const time = wrap(firstAt, dayMs);
    if (this.#made >= mostPaths || this.#classes.size >= mostEnds) this.#forget();
    const ofEnd = within(this.#classes, until);
    const place = this.#placeOf(time, wrap(until, dayMs));
    const known = ofEnd.get(place);
    if (known !== undefined) return known;
    const made = new PathClass(this.#rules, { zeroAt: firstAt, until, boundary }, () => {
      this.#made += 1;
    });
    ofEnd.set(place, made);
    return made;
  }

  #forget(): void {
    this.#classes.clear();
    this.#made = 0;
  }

  /** Twice the number of changes before a time of day, and one more when there is a change at that very time. */
  #placeOf(time: number, until: number): number {
    let place = 0;
    for (const change of this.#rules.timesOfChange) place += passed(time, change);
    return place + 3 * (this.#rules.timesOfChange.length + 1) * passed(time, until);
  }
}

function passed(time: number, change: number): number {
  return change < time ? 2 : change === time ? 1 : 0;
}
