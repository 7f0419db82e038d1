import { dayMs } from "#lib/kube/time-units.ts";
import type { PoolVersions } from "../maintenance/version-state.ts";
import type { ForecastOptions } from "./forecast-result.ts";
import type { ForeseenShoot } from "./foreseen-shoot.ts";
import {
  controlPlaneLane,
  imageLaneOf,
  kubernetesLaneOf,
  type LaneBlock,
  type LaneHistory,
  type LaneMove,
  type RunWindow,
} from "./lane-moves.ts";
import { type LanePath, versionAfter } from "./paths/lane-path.ts";
import { runAt } from "./paths/run-days.ts";
import type { ProfileLanes } from "./profile-lanes.ts";
import type { DailySchedule } from "./schedules/run-schedule.ts";
import { pathsOf } from "./shoot-paths.ts";
import type { Simulation } from "./simulate.ts";

/** What happens in a Shoot's runs by one schedule. */
export interface RunHistory {
  readonly history: LaneHistory;
  readonly final: Simulation["final"];
}

/**
 * The history of a Shoot, put together out of the paths of its lanes, which it shares with others. Undefined where a run
 * may be refused; only a simulation of the whole Shoot can tell then.
 */
export function sharedHistory(
  shoot: ForeseenShoot,
  lanes: ProfileLanes,
  { schedule, options }: { readonly schedule: DailySchedule; readonly options: ForecastOptions },
): RunHistory | undefined {
  const { spec } = shoot;
  const { now, horizon, lanes: wanted = "all" } = options;
  const firstAt = schedule.from(now);
  const paths = firstAt === undefined ? undefined : pathsOf(spec, lanes, { firstAt, until: horizon });
  if (firstAt === undefined || paths === undefined) return undefined;
  const { controlPlane, zeroAt } = paths;
  const runs: Runs = { zeroAt, ...schedule.windowOf(zeroAt) };
  const moves: (readonly LaneMove[] | undefined)[] = [];
  const blocks: (readonly LaneBlock[] | undefined)[] = [];
  const put = (lane: number, path: LanePath, kubelets: LanePath) => {
    if (path.moves.length > 0) moves[lane] = movesOf(path, { kubelets, controlPlane }, runs);
    if (path.blocks.length > 0) blocks[lane] = blocksOf(path, kubelets, runs);
  };
  put(controlPlaneLane, controlPlane, controlPlane);
  const ofControlPlane = moves[controlPlaneLane];
  const finals: PoolVersions[] = [];
  for (const [place, { pool, own, kubelets, image }] of paths.pools.entries()) {
    if (own !== undefined) put(kubernetesLaneOf(place), kubelets, kubelets);
    else if (wanted === "all" && ofControlPlane !== undefined) moves[kubernetesLaneOf(place)] = ofControlPlane;
    put(imageLaneOf(place), image, kubelets);
    finals.push({ name: pool.name, kubernetes: own && kubelets.final, image: image.final });
  }
  return { history: { moves, blocks, refused: [] }, final: { kubernetes: controlPlane.final, pools: finals } };
}

/** The run of number 0 and its window; the others follow day by day. */
interface Runs extends RunWindow {
  readonly zeroAt: number;
}

function windowOn({ beginAt, usableEndAt }: Runs, day: number): RunWindow {
  return { beginAt: beginAt + day * dayMs, usableEndAt: usableEndAt + day * dayMs };
}

interface Others {
  /** Whose versions a pool's kubelets have. */
  readonly kubelets: LanePath;
  readonly controlPlane: LanePath;
}

function movesOf({ moves }: LanePath, { kubelets, controlPlane }: Others, runs: Runs): readonly LaneMove[] {
  return moves.map(({ from, to, day, outcome, limited }) => ({
    from,
    to,
    at: runAt(runs, day),
    window: windowOn(runs, day),
    kubelet: versionAfter(kubelets, day - 1),
    controlPlane: versionAfter(controlPlane, day),
    outcome,
    limited,
  }));
}

function blocksOf({ blocks }: LanePath, kubelets: LanePath, runs: Runs): readonly LaneBlock[] {
  return blocks.map(({ version, outcome, day, untilDay }) => ({
    version,
    outcome,
    at: runAt(runs, day),
    window: windowOn(runs, day),
    kubelet: versionAfter(kubelets, day - 1),
    until: untilDay === undefined ? undefined : windowOn(runs, untilDay),
  }));
}
