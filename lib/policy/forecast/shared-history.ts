import { dayMs } from "#lib/kube/time-units.ts";
import type { Shoot } from "../../garden/shoot.ts";
import { hasLimitedField } from "../maintenance/spec-clean-up.ts";
import { type PoolVersions, poolsOf } from "../maintenance/version-state.ts";
import { autoUpdateOf } from "../versions/auto-update.ts";
import type { ForecastOptions } from "./forecast-result.ts";
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
import type { DailySchedule } from "./run-schedule.ts";
import type { Simulation } from "./simulate.ts";

/** What happens in a Shoot's runs by one schedule. */
export interface RunHistory {
  readonly history: LaneHistory;
  readonly final: Simulation["final"];
}

/**
 * The history of a Shoot, put together out of the paths of its lanes, which it shares with others. That is exact as long
 * as no run is refused: then no lane holds up another one. Undefined where that cannot be told; only a simulation of the
 * whole Shoot can tell then.
 */
export function sharedHistory(
  shoot: Shoot,
  lanes: ProfileLanes,
  { schedule, options }: { readonly schedule: DailySchedule; readonly options: ForecastOptions },
): RunHistory | undefined {
  const { spec } = shoot;
  const { now, horizon, lanes: wanted = "all" } = options;
  const firstAt = schedule.from(now);
  if (firstAt === undefined) return undefined;
  const auto = autoUpdateOf(spec.maintenance);
  const paths = lanes.paths.of({ firstAt, until: horizon, boundary: lanes.rules("class.boundary") });
  const start = spec.kubernetes?.version ?? "";
  const controlPlane = paths.controlPlane(start, auto.kubernetesVersion);
  if (!controlPlane.isSound || controlPlane.refusedFields.some((limit) => hasLimitedField(spec, limit)))
    return undefined;
  const runs: Runs = { firstAt, ...schedule.windowOf(firstAt) };
  const moves: (readonly LaneMove[] | undefined)[] = [];
  const blocks: (readonly LaneBlock[] | undefined)[] = [];
  const put = (lane: number, path: LanePath, kubelets: LanePath) => {
    if (path.moves.length > 0) moves[lane] = movesOf(path, { kubelets, controlPlane }, runs);
    if (path.blocks.length > 0) blocks[lane] = blocksOf(path, kubelets, runs);
  };
  put(controlPlaneLane, controlPlane, controlPlane);
  const ofControlPlane = moves[controlPlaneLane];
  const finals: PoolVersions[] = [];
  for (const [place, pool] of poolsOf(spec).entries()) {
    const own = pool.kubernetes?.version || undefined;
    const kubelets = own === undefined ? controlPlane : paths.pool(controlPlane, own, auto.kubernetesVersion);
    if (!kubelets.isSound) return undefined;
    const images = lanes.images(pool, auto.machineImageVersion);
    const image = paths.image(kubelets, { pool, images, version: pool.machine?.image?.version ?? "" });
    if (image === undefined) return undefined;
    if (own !== undefined) put(kubernetesLaneOf(place), kubelets, kubelets);
    else if (wanted === "all" && ofControlPlane !== undefined) moves[kubernetesLaneOf(place)] = ofControlPlane;
    put(imageLaneOf(place), image, kubelets);
    finals.push({ name: pool.name, kubernetes: own && kubelets.final, image: image.final });
  }
  return { history: { moves, blocks, refused: [] }, final: { kubernetes: controlPlane.final, pools: finals } };
}

/** The first run and its window; the others follow day by day. */
interface Runs extends RunWindow {
  readonly firstAt: number;
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
