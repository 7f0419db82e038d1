import type { ImageOutcome } from "../../maintenance/compose-run.ts";
import type { MaintenanceOutcome } from "../../versions/decide.ts";
import { lastDay, type RunDays } from "./run-days.ts";

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

/** What becomes of a lane as long as no run is refused. */
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

/** Follows a lane alone through its runs, leaving out those in which nothing can differ. */
export function followLane(start: string, days: RunDays, ask: (version: string, day: number) => PathAnswer): LanePath {
  const moves: PathMove[] = [];
  const blocks: PathBlock[] = [];
  const last = lastDay(days);
  let version = start;
  let day = 0;
  while (day <= last) {
    const { outcome, nextDay } = ask(version, day);
    noteBlock(blocks, { version, outcome, day, untilDay: undefined });
    if (outcome.outcome === "updated" && outcome.to !== version) {
      moves.push({ from: version, to: outcome.to, day, outcome, limited: outcome.limited === true });
      version = outcome.to;
      day += 1;
      continue;
    }
    if (nextDay === undefined) break;
    day = nextDay;
  }
  return { moves, blocks, final: version };
}

function noteBlock(blocks: PathBlock[], seen: PathBlock): void {
  const last = blocks.at(-1);
  const open = last !== undefined && last.untilDay === undefined ? last : undefined;
  const fails = isFailure(seen.outcome);
  if (open !== undefined) {
    const goesOn = fails && open.version === seen.version && isSameOutcome(open.outcome, seen.outcome);
    if (goesOn) return;
    blocks[blocks.length - 1] = { ...open, untilDay: seen.day };
  }
  if (fails) blocks.push(seen);
}

function isSameOutcome(a: MaintenanceOutcome, b: MaintenanceOutcome): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** The version after a run; before the first run, day -1, it is the one at the start. */
export function versionAfter({ moves, final }: LanePath, day: number): string {
  for (const move of moves) if (move.day > day) return move.from;
  return final;
}

/** The runs after which several lanes together stand on something new, the first run included, in time order. */
export function daysOfChange(...paths: readonly LanePath[]): readonly number[] {
  const days = new Set([0, ...paths.flatMap(({ moves }) => moves.map(({ day }) => day))]);
  return [...days].sort((a, b) => a - b);
}
