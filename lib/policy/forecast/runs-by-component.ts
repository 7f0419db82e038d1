import type { ShootVersions } from "../maintenance/version-state.ts";
import type { NodeLimitViolation } from "../maintenance/violation.ts";
import type { MaintenanceOutcome } from "../versions/decide.ts";
import type { DailySchedule } from "./run-schedule.ts";
import type { MaintenanceSimulation, SimulatedRun } from "./simulate.ts";

/**
 * Numbers of components: 0 is the control plane, 1 + 2 × index a pool's Kubernetes version, 2 + 2 × index its image.
 */
export const controlPlaneComponentIndex = 0;

export function poolKubernetesComponentIndex(place: number): number {
  return 1 + 2 * place;
}

export function poolImageComponentIndex(place: number): number {
  return 2 + 2 * place;
}

/** The maintenance window of a run, in epoch milliseconds. */
export interface SimulatedRunWindow {
  readonly beginAt: number;
  readonly usableEndAt: number;
}

/** A version update of one component in one simulation. */
export interface SimulatedStep {
  readonly from: string;
  readonly to: string;
  /** The time of the maintenance run, in epoch milliseconds. */
  readonly at: number;
  readonly window: SimulatedRunWindow;
  /** The kubelet version of the pool before the run; for the control plane its own version. */
  readonly kubelet: string;
  /** The control plane's version after the run. */
  readonly controlPlane: string;
  readonly outcome: MaintenanceOutcome;
  /** Whether the pool's new version was limited to the control plane's version. */
  readonly limited: boolean;
}

/** A component that cannot be updated during consecutive runs of one simulation. */
export interface SimulatedFailure {
  readonly version: string;
  readonly outcome: MaintenanceOutcome | { readonly outcome: "abort"; readonly code: string; readonly pool: string };
  /** The time of the first run that fails to update the component, in epoch milliseconds. */
  readonly at: number;
  readonly window: SimulatedRunWindow;
  /** The kubelet version of the pool before the first failing run; for the control plane its own version. */
  readonly kubelet: string;
  /** The first maintenance window in which the component no longer fails; undefined when it fails until the end. */
  readonly until: SimulatedRunWindow | undefined;
}

/** A rejected run, and the period during which it is rejected again for the same reasons. */
export interface RejectedRuns {
  readonly run: SimulatedRun;
  readonly window: SimulatedRunWindow;
  readonly until: SimulatedRunWindow | undefined;
}

/** The updates, failures and rejected runs of a simulation, grouped by component. */
export interface RunsByComponent {
  readonly moves: readonly (readonly SimulatedStep[] | undefined)[];
  readonly blocks: readonly (readonly SimulatedFailure[] | undefined)[];
  readonly refused: readonly RejectedRuns[];
}

/** `own` leaves out the Kubernetes version of pools that follow the control plane. */
export type ComponentScope = "all" | "own";

interface ComponentView {
  readonly lane: number;
  readonly from: string;
  readonly to: string;
  readonly kubelet: string;
  readonly outcome: SimulatedFailure["outcome"] | undefined;
  readonly limited: boolean;
}

/** Visits what each component did in a run. A pool that follows the control plane has no outcome of its own. */
function forEachComponent(
  { proposal }: SimulatedRun,
  wanted: ComponentScope,
  visit: (view: ComponentView) => void,
): void {
  const { before, after, controlPlane, poolKubernetes, images, imageAbort } = proposal;
  const limited = false;
  if (before.kubernetes !== after.kubernetes || controlPlane.outcome !== "none") {
    visit({
      lane: controlPlaneComponentIndex,
      from: before.kubernetes,
      to: after.kubernetes,
      kubelet: before.kubernetes,
      outcome: controlPlane,
      limited,
    });
  }
  for (let place = 0; place < before.pools.length; place++) {
    const pool = before.pools[place];
    const next = after.pools[place];
    if (pool === undefined || next === undefined) continue;
    const own = poolKubernetes[place];
    const kubelet = pool.kubernetes ?? before.kubernetes;
    if (own !== undefined || wanted === "all") {
      const to = next.kubernetes ?? after.kubernetes;
      if (kubelet !== to || (own !== undefined && own.outcome !== "none")) {
        const isLimited = own?.limited === true;
        visit({
          lane: poolKubernetesComponentIndex(place),
          from: kubelet,
          to,
          kubelet,
          outcome: own,
          limited: isLimited,
        });
      }
    }
    const image = images[place] ?? (imageAbort && { outcome: "abort", ...imageAbort });
    if (image !== undefined && image.outcome !== "none") {
      visit({
        lane: poolImageComponentIndex(place),
        from: pool.image,
        to: next.image,
        kubelet,
        outcome: image,
        limited,
      });
    }
  }
}

function isFailure(outcome: ComponentView["outcome"]): outcome is SimulatedFailure["outcome"] {
  return outcome !== undefined && outcome.outcome !== "none" && outcome.outcome !== "updated";
}

function sameFailure(block: SimulatedFailure, { from, outcome }: ComponentView): boolean {
  return block.version === from && JSON.stringify(block.outcome) === JSON.stringify(outcome);
}

/** Lists indexed by component number; undefined for components without items, which are most. */
type PerComponent<Item> = (Item[] | undefined)[];

function noteMove(moves: PerComponent<SimulatedStep>, view: ComponentView, { run, window }: Noted): void {
  const { lane, from, to, kubelet, limited, outcome = run.proposal.controlPlane } = view;
  if (outcome.outcome === "abort") return;
  const controlPlane = run.proposal.after.kubernetes;
  const move = { from, to, at: run.at, window, kubelet, controlPlane, outcome, limited };
  const ofLane = moves[lane];
  if (ofLane === undefined) moves[lane] = [move];
  else ofLane.push(move);
}

function noteBlock(blocks: PerComponent<SimulatedFailure>, view: ComponentView, { run, window }: Noted): void {
  if (!isFailure(view.outcome)) return;
  const ofLane = blocks[view.lane] ?? [];
  const last = ofLane.at(-1);
  if (last !== undefined && last.until === undefined && sameFailure(last, view)) return;
  const { from: version, outcome, kubelet } = view;
  ofLane.push({ version, outcome, at: run.at, window, kubelet, until: undefined });
  blocks[view.lane] = ofLane;
}

interface Noted {
  readonly run: SimulatedRun;
  readonly window: SimulatedRunWindow;
}

/** Ends the failures of components that do not fail in the same way any more in the given run. */
function endBlocks(
  blocks: PerComponent<SimulatedFailure>,
  failing: ReadonlyMap<number, ComponentView>,
  window: SimulatedRunWindow,
): void {
  for (const [lane, ofLane] of blocks.entries()) {
    const last = ofLane?.at(-1);
    if (ofLane === undefined || last === undefined || last.until !== undefined) continue;
    const view = failing.get(lane);
    if (view === undefined || !sameFailure(last, view)) ofLane[ofLane.length - 1] = { ...last, until: window };
  }
}

function violationsKey({ violations }: SimulatedRun): string {
  return violations.length === 0 ? "" : JSON.stringify(violations);
}

function noteRefusal(refused: RejectedRuns[], run: SimulatedRun, window: SimulatedRunWindow): void {
  const last = refused.at(-1);
  const open = last !== undefined && last.until === undefined ? last : undefined;
  if (open === undefined && run.violations.length === 0) return;
  if (open !== undefined && violationsKey(open.run) === violationsKey(run)) return;
  if (open !== undefined) refused[refused.length - 1] = { ...open, until: window };
  if (run.violations.length > 0) refused.push({ run, window, until: undefined });
}

const noFailures: ReadonlyMap<number, ComponentView> = new Map();

/** Groups the runs of a simulation by component. */
export function groupRunsByComponent(
  { runs }: MaintenanceSimulation,
  schedule: DailySchedule,
  wanted: ComponentScope,
): RunsByComponent {
  const moves: PerComponent<SimulatedStep> = [];
  const blocks: PerComponent<SimulatedFailure> = [];
  const refused: RejectedRuns[] = [];
  for (const run of runs) {
    const window = schedule.windowOf(run.at);
    noteRefusal(refused, run, window);
    const accepted = run.violations.length === 0;
    let failing: Map<number, ComponentView> | undefined;
    forEachComponent(run, wanted, (view) => {
      if (isFailure(view.outcome)) {
        failing ??= new Map();
        failing.set(view.lane, view);
      } else if (accepted && view.from !== view.to) {
        noteMove(moves, view, { run, window });
      }
    });
    if (blocks.length > 0) endBlocks(blocks, failing ?? noFailures, window);
    for (const view of (failing ?? noFailures).values()) noteBlock(blocks, view, { run, window });
  }
  return { moves, blocks, refused };
}

interface ComponentStatus {
  readonly violation: NodeLimitViolation;
  readonly state: ShootVersions;
  readonly schedule: DailySchedule;
  /** The current time in epoch milliseconds. */
  readonly now: number;
}

/**
 * Marks simulated runs as rejected because the API server rejects every write of the Shoot. The rejection applies from
 * the first run on, even an empty one, and shows a later run's changes. Runs with other violations stay as they are.
 */
export function withPermanentRejection(
  history: RunsByComponent,
  { violation, state, schedule, now }: ComponentStatus,
): RunsByComponent {
  const at = schedule.from(now);
  if (at === undefined) return history;
  const isSame = ({ run }: RejectedRuns) => run.violations.length === 1;
  const attempted = history.refused.find(isSame)?.run.proposal;
  const proposal = attempted ?? {
    before: state,
    after: state,
    controlPlane: { outcome: "none" },
    poolKubernetes: [],
    images: [],
    imageAbort: undefined,
  };
  const first: RejectedRuns = {
    run: { at, proposal, violations: [violation] },
    window: schedule.windowOf(at),
    until: undefined,
  };
  return { ...history, refused: [first, ...history.refused.filter((one) => !isSame(one))] };
}
