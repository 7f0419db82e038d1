import type { ImageOutcome } from "../../maintenance/compose-run.ts";
import type { MaintenanceOutcome } from "../../versions/decide.ts";
import { within } from "./within.ts";

/** A step of a lane, by the number of the run that takes it. */
export interface PathMove {
  readonly from: string;
  readonly to: string;
  readonly day: number;
  readonly outcome: MaintenanceOutcome;
  /** A pool's step ends at the control plane's version. */
  readonly limited: boolean;
}

/** A lane that fails in one way, from one run on and until another. */
export interface PathBlock {
  readonly version: string;
  readonly outcome: MaintenanceOutcome;
  readonly day: number;
  readonly untilDay: number | undefined;
}

/** What becomes of a lane as long as no run is refused. One object for all lanes that go the same way. */
export interface LanePath {
  readonly moves: readonly PathMove[];
  readonly blocks: readonly PathBlock[];
  /** The version at the end. */
  readonly final: string;
}

/** What a run makes of a lane's version. */
export interface PathAnswer {
  readonly outcome: MaintenanceOutcome & { readonly limited?: boolean };
  /** The first later run that may come out differently for the same version. */
  readonly nextDay: number | undefined;
}

export function isFailure(outcome: ImageOutcome | undefined): boolean {
  return outcome !== undefined && outcome.outcome !== "none" && outcome.outcome !== "updated";
}

/** What a run makes of a version, and when a later one may come out differently. */
export type AskRun = (version: string, day: number) => PathAnswer;

/**
 * Follows lanes alone through their runs, leaving out those in which nothing can differ. Lanes that come to the same
 * version go on alike from there, however they came: what follows is worked out once, and lanes that wait for the same
 * run are on the same path.
 */
export class LaneWays {
  readonly #last: number;
  readonly #ask: AskRun;
  readonly #later: LaterWays | undefined;
  /** By the version and the run that makes something of it. */
  readonly #known = new Map<string, Map<number, LanePath>>();

  /**
   * @param last the last run that is looked at
   * @param later what takes over from a run on, where other versions can be had from then on
   */
  constructor(last: number, ask: AskRun, later?: LaterWays) {
    this.#last = last;
    this.#ask = ask;
    this.#later = later;
  }

  /** The path of a lane whose first run is this one. */
  from(version: string, firstDay: number): LanePath {
    let day = firstDay;
    while (day <= this.#last) {
      if (this.#later !== undefined && day >= this.#later.day) return this.#later.ways.from(version, day);
      const answer = this.#answer(version, day);
      if (isFailure(answer.outcome) || movesFrom(version, answer)) return this.#pathAt(version, day, answer);
      if (answer.nextDay === undefined) break;
      day = answer.nextDay;
    }
    return this.#pathOf(version, Number.POSITIVE_INFINITY, () => ({ moves: [], blocks: [], final: version }));
  }

  #pathAt(version: string, day: number, answer: PathAnswer): LanePath {
    return this.#pathOf(version, day, () => {
      const { outcome } = answer;
      if (outcome.outcome === "updated") {
        const move = { from: version, to: outcome.to, day, outcome, limited: outcome.limited === true };
        const rest = this.from(outcome.to, day + 1);
        return { moves: [move, ...rest.moves], blocks: rest.blocks, final: rest.final };
      }
      const untilDay = this.#endOfFailure(version, answer);
      const block = { version, outcome, day, untilDay };
      if (untilDay === undefined) return { moves: [], blocks: [block], final: version };
      const rest = this.from(version, untilDay);
      return { moves: rest.moves, blocks: [block, ...rest.blocks], final: rest.final };
    });
  }

  /** The first run that no longer fails in this way; undefined when none is looked at. */
  #endOfFailure(version: string, { outcome, nextDay }: PathAnswer): number | undefined {
    let day = nextDay;
    while (day !== undefined && day <= this.#last) {
      const answer = this.#answer(version, day);
      if (!isSameOutcome(answer.outcome, outcome)) return day;
      day = answer.nextDay;
    }
    return undefined;
  }

  #answer(version: string, day: number): PathAnswer {
    if (this.#later === undefined) return this.#ask(version, day);
    if (day >= this.#later.day) return this.#later.ways.#answer(version, day);
    const { outcome, nextDay } = this.#ask(version, day);
    return { outcome, nextDay: Math.min(nextDay ?? this.#later.day, this.#later.day) };
  }

  #pathOf(version: string, day: number, make: () => LanePath): LanePath {
    const byDay = within(this.#known, version);
    const known = byDay.get(day);
    if (known !== undefined) return known;
    const made = make();
    byDay.set(day, made);
    return made;
  }
}

/** From a run on, other ways. */
export interface LaterWays {
  readonly day: number;
  readonly ways: LaneWays;
}

function movesFrom(version: string, { outcome }: PathAnswer): boolean {
  return outcome.outcome === "updated" && outcome.to !== version;
}

function isSameOutcome(a: MaintenanceOutcome, b: MaintenanceOutcome): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** The version after a run; before the first step it is the one at the start. */
export function versionAfter({ moves, final }: LanePath, day: number): string {
  for (const move of moves) if (move.day > day) return move.from;
  return final;
}

/** The runs after which several lanes together stand on something new, a first run included, in time order. */
export function daysOfChange(firstDay: number, ...paths: readonly LanePath[]): readonly number[] {
  const days = new Set([firstDay, ...paths.flatMap(({ moves }) => moves.map(({ day }) => day))]);
  return [...days].sort((a, b) => a - b);
}
