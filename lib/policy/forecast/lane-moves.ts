import type { MaintenanceOutcome } from "../versions/decide.ts";
import type { DailySchedule } from "./run-schedule.ts";
import type { SimulatedRun, Simulation } from "./simulate.ts";

/**
 * Lanes are numbered: 0 is the control plane, 1 + 2 × place the Kubernetes version of a pool, 2 + 2 × place its image.
 */
export const controlPlaneLane = 0;

export function kubernetesLaneOf(place: number): number {
  return 1 + 2 * place;
}

export function imageLaneOf(place: number): number {
  return 2 + 2 * place;
}

/** The window that a run lies in: epoch milliseconds. */
export interface RunWindow {
  readonly beginAt: number;
  readonly usableEndAt: number;
}

/** One lane, in one simulation, takes a step. */
export interface LaneMove {
  readonly from: string;
  readonly to: string;
  readonly run: SimulatedRun;
  readonly window: RunWindow;
  readonly outcome: MaintenanceOutcome;
  /** The pool's step ends at the control plane's version. */
  readonly limited: boolean;
}

/** A lane that fails, in one simulation, over a number of runs. */
export interface LaneBlock {
  readonly version: string;
  readonly outcome: MaintenanceOutcome | { readonly outcome: "abort"; readonly code: string; readonly pool: string };
  readonly run: SimulatedRun;
  readonly window: RunWindow;
  /** The first window in which it no longer fails. */
  readonly until: RunWindow | undefined;
}

/** A refused run, and the days on which it is refused again for the same reasons. */
export interface RefusedRuns {
  readonly run: SimulatedRun;
  readonly window: RunWindow;
  readonly until: RunWindow | undefined;
}

/** A simulation, told lane by lane. */
export interface LaneHistory {
  readonly moves: readonly (readonly LaneMove[])[];
  readonly blocks: readonly (readonly LaneBlock[])[];
  readonly refused: readonly RefusedRuns[];
}

interface LaneView {
  readonly lane: number;
  readonly from: string;
  readonly to: string;
  readonly outcome: LaneBlock["outcome"] | undefined;
  readonly limited: boolean;
}

/** What each lane did in a run. A pool that follows the control plane has no outcome of its own. */
function lanesOf({ proposal }: SimulatedRun): readonly LaneView[] {
  const { before, after, controlPlane, poolKubernetes, images, imageAbort } = proposal;
  const views: LaneView[] = [
    {
      lane: controlPlaneLane,
      from: before.kubernetes,
      to: after.kubernetes,
      outcome: controlPlane,
      limited: false,
    },
  ];
  for (const [place, pool] of before.pools.entries()) {
    const next = after.pools[place] ?? pool;
    const own = poolKubernetes[place];
    const image = images[place] ?? (imageAbort && { outcome: "abort", ...imageAbort });
    const [from, to] = [pool.kubernetes ?? before.kubernetes, next.kubernetes ?? after.kubernetes];
    views.push(
      { lane: kubernetesLaneOf(place), from, to, outcome: own, limited: own?.limited === true },
      { lane: imageLaneOf(place), from: pool.image, to: next.image, outcome: image, limited: false },
    );
  }
  return views;
}

function isFailure(outcome: LaneView["outcome"]): outcome is LaneBlock["outcome"] {
  return outcome !== undefined && outcome.outcome !== "none" && outcome.outcome !== "updated";
}

function sameFailure(block: LaneBlock, { from, outcome }: LaneView): boolean {
  return block.version === from && JSON.stringify(block.outcome) === JSON.stringify(outcome);
}

/** A list per lane, empty for most. */
type PerLane<Item> = Item[][];

function noteBlock(blocks: PerLane<LaneBlock>, view: LaneView, run: SimulatedRun, window: RunWindow): void {
  const ofLane = blocks[view.lane] ?? [];
  const last = ofLane.at(-1);
  const open = last !== undefined && last.until === undefined ? last : undefined;
  if (open !== undefined && sameFailure(open, view)) return;
  if (open !== undefined) ofLane[ofLane.length - 1] = { ...open, until: window };
  if (isFailure(view.outcome)) {
    ofLane.push({ version: view.from, outcome: view.outcome, run, window, until: undefined });
  }
  blocks[view.lane] = ofLane;
}

function violationsKey({ violations }: SimulatedRun): string {
  return violations.length === 0 ? "" : JSON.stringify(violations);
}

function noteRefusal(refused: RefusedRuns[], run: SimulatedRun, window: RunWindow): void {
  const last = refused.at(-1);
  const open = last !== undefined && last.until === undefined ? last : undefined;
  if (open === undefined && run.violations.length === 0) return;
  if (open !== undefined && violationsKey(open.run) === violationsKey(run)) return;
  if (open !== undefined) refused[refused.length - 1] = { ...open, until: window };
  if (run.violations.length > 0) refused.push({ run, window, until: undefined });
}

/** Sorts the runs of a simulation by lane. */
export function laneHistory({ runs }: Simulation, schedule: DailySchedule): LaneHistory {
  const moves: PerLane<LaneMove> = [];
  const blocks: PerLane<LaneBlock> = [];
  const refused: RefusedRuns[] = [];
  for (const run of runs) {
    const window = schedule.windowOf(run.at);
    noteRefusal(refused, run, window);
    const accepted = run.violations.length === 0;
    for (const view of lanesOf(run)) {
      if (isFailure(view.outcome) || (blocks[view.lane]?.length ?? 0) > 0) noteBlock(blocks, view, run, window);
      if (!accepted || view.from === view.to) continue;
      const outcome = view.outcome === undefined ? run.proposal.controlPlane : view.outcome;
      if (outcome.outcome === "abort") continue;
      const { from, to, limited } = view;
      const ofLane = moves[view.lane] ?? [];
      ofLane.push({ from, to, run, window, outcome, limited });
      moves[view.lane] = ofLane;
    }
  }
  return { moves, blocks, refused };
}
