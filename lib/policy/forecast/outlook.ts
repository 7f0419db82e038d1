import type { Worker } from "#lib/garden/shoot.ts";
import { poolsOf, versionStateOf } from "../maintenance/version-state.ts";
import { autoUpdateOf } from "../versions/auto-update.ts";
import { imageDeadEnd, kubernetesDeadEnd } from "./explain-dead-end.ts";
import type { ForecastOptions, Outlook } from "./forecast-result.ts";
import type { ForeseenShoot } from "./foreseen-shoot.ts";
import type { Lane } from "./lane.ts";
import { deadEndsOf, rejectionsOf } from "./lane-dead-ends.ts";
import { controlPlaneHops, type HopContext, type LaneMoves, poolImageHops, poolKubernetesHops } from "./lane-hops.ts";
import {
  controlPlaneLane,
  imageLaneOf,
  kubernetesLaneOf,
  type LaneHistory,
  laneHistory,
  type WantedLanes,
  withPermanentRejection,
} from "./lane-moves.ts";
import type { ProfileLanes } from "./profile-lanes.ts";
import { type DailySchedule, runTimeMatters, scheduleOf } from "./run-schedule.ts";
import { type Simulation, simulate } from "./simulate.ts";
import { simulationSubject } from "./simulation-subject.ts";

/** Both bracketing simulations by component. The same object twice if the time in the window does not matter. */
interface Bracket {
  readonly late: LaneHistory;
  readonly early: LaneHistory;
  readonly finals: readonly Simulation["final"][];
}

function bracketOf(shoot: ForeseenShoot, lanes: ProfileLanes, options: ForecastOptions): Bracket {
  const { now, horizon, lanes: wanted = "all" } = options;
  const schedules = scheduleOf(shoot);
  const violation = lanes.admission.nodeLimit(shoot.spec);
  const told = (schedule: DailySchedule) => {
    const runs = simulate(simulationSubject(shoot, lanes), schedule, { now, until: horizon });
    const history = laneHistory(runs, schedule, wanted);
    if (violation === undefined) return { history, final: runs.final };
    const standing = { violation, state: versionStateOf(shoot.spec), schedule, now };
    return { history: withPermanentRejection(history, standing), final: runs.final };
  };
  const late = told(schedules.late);
  if (!runTimeMatters(schedules, lanes.timesOfChange, now)) {
    return { late: late.history, early: late.history, finals: [late.final] };
  }
  const early = told(schedules.early);
  return { late: late.history, early: early.history, finals: [late.final, early.final] };
}

const noMoves: LaneMoves["late"] = [];

function movesOf({ late, early }: Bracket, lane: number): LaneMoves {
  return { late: late.moves[lane] ?? noMoves, early: early.moves[lane] ?? noMoves };
}

function distinct(texts: readonly string[]): readonly string[] {
  return texts.length === 1 ? texts : [...new Set(texts)];
}

function controlPlane(bracket: Bracket, context: HopContext): Lane {
  const { late, early, finals } = bracket;
  return {
    id: { kind: "control-plane" },
    version: context.spec.kubernetes.version ?? "",
    followsControlPlane: false,
    hops: controlPlaneHops(movesOf(bracket, controlPlaneLane), context),
    deadEnds: deadEndsOf(late.blocks[controlPlaneLane], early.blocks[controlPlaneLane], {
      now: context.now,
      story: (block) => kubernetesDeadEnd(block, context),
    }),
    finalVersions: distinct(finals.map(({ kubernetes }) => kubernetes)),
  };
}

function followsControlPlane(pool: Worker): boolean {
  return !pool.kubernetes?.version;
}

function kubernetesLane(bracket: Bracket, place: number, context: PoolContext): Lane {
  const { late, early, finals } = bracket;
  const { now, spec, pool } = context;
  const lane = kubernetesLaneOf(place);
  return {
    id: { kind: "pool-kubernetes", pool: pool.name },
    version: pool.kubernetes?.version || spec.kubernetes.version || "",
    followsControlPlane: followsControlPlane(pool),
    hops: poolKubernetesHops(movesOf(bracket, lane), pool, context),
    deadEnds: deadEndsOf(late.blocks[lane], early.blocks[lane], {
      now,
      story: (block) => kubernetesDeadEnd(block, context),
    }),
    finalVersions: distinct(finals.map((final) => final.pools[place]?.kubernetes ?? final.kubernetes)),
  };
}

function imageLane(bracket: Bracket, place: number, context: PoolContext): Lane {
  const { late, early, finals } = bracket;
  const { now, pools, pool } = context;
  const lane = imageLaneOf(place);
  return {
    id: { kind: "pool-image", pool: pool.name },
    version: pool.machine?.image?.version ?? "",
    ...(pool.machine?.image && { image: pool.machine.image.name }),
    followsControlPlane: false,
    hops: poolImageHops(movesOf(bracket, lane), place, context),
    deadEnds: deadEndsOf(late.blocks[lane], early.blocks[lane], {
      now,
      story: (block) => imageDeadEnd(block, { place, pools }, context),
    }),
    finalVersions: distinct(finals.map((final) => final.pools[place]?.image ?? "")),
  };
}

interface PoolContext extends HopContext {
  readonly pool: Worker;
}

function lanesOf(bracket: Bracket, context: HopContext, wanted: WantedLanes): readonly Lane[] {
  const lanes = [controlPlane(bracket, context)];
  for (const [place, pool] of context.pools.entries()) {
    const ofPool = { ...context, pool };
    if (wanted === "all" || !followsControlPlane(pool)) lanes.push(kubernetesLane(bracket, place, ofPool));
    lanes.push(imageLane(bracket, place, ofPool));
  }
  return lanes;
}

/** The forecast of a Shoot under one set of rules. */
export function outlookOf(shoot: ForeseenShoot, lanes: ProfileLanes, options: ForecastOptions): Outlook {
  const bracket = bracketOf(shoot, lanes, options);
  const { spec } = shoot;
  const pools = poolsOf(spec);
  const { now } = options;
  const context = { lanes, autoUpdate: autoUpdateOf(spec.maintenance), now, spec, pools };
  return {
    lanes: lanesOf(bracket, context, options.lanes ?? "all"),
    rejections: rejectionsOf(bracket.late.refused, bracket.early.refused, { now, lanes }),
  };
}
