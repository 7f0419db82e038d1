import type { Shoot } from "../../garden/shoot.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import { autoUpdateOf } from "../versions/auto-update.ts";
import { placeMatters } from "./brackets.ts";
import { imageDeadEnd, kubernetesDeadEnd } from "./explain-dead-end.ts";
import type { ForecastOptions, Outlook } from "./forecast-result.ts";
import type { Lane } from "./lane.ts";
import { deadEndsOf, rejectionsOf } from "./lane-dead-ends.ts";
import { controlPlaneHops, type HopContext, type LaneMoves, poolImageHops, poolKubernetesHops } from "./lane-hops.ts";
import { controlPlaneLane, imageLaneOf, kubernetesLaneOf, type LaneHistory, laneHistory } from "./lane-moves.ts";
import type { ProfileLanes } from "./profile-lanes.ts";
import { type Simulation, simulate } from "./simulate.ts";
import { simulationSubject } from "./simulation-subject.ts";

/** Both bracketing simulations, told lane by lane. They are the same objects where the place in the window is idle. */
interface Bracket {
  readonly late: LaneHistory;
  readonly early: LaneHistory;
  readonly finals: readonly Simulation["final"][];
}

function bracketOf(shoot: Shoot, lanes: ProfileLanes, { now, horizon }: ForecastOptions): Bracket {
  const subject = simulationSubject(shoot, lanes);
  const { effective, late, early } = lanes.scheduleOf(shoot);
  const span = { now, until: horizon };
  const lateRuns = simulate(subject, late, span);
  const history = laneHistory(lateRuns, late);
  if (!placeMatters(effective, lanes.timesOfChange, { late, early, now })) {
    return { late: history, early: history, finals: [lateRuns.final] };
  }
  const earlyRuns = simulate(subject, early, span);
  return { late: history, early: laneHistory(earlyRuns, early), finals: [lateRuns.final, earlyRuns.final] };
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

function poolLanes(bracket: Bracket, place: number, context: HopContext): readonly Lane[] {
  const pool = context.pools[place];
  if (pool === undefined) return [];
  const { late, early, finals } = bracket;
  const { now, pools, spec } = context;
  const [own, image] = [kubernetesLaneOf(place), imageLaneOf(place)];
  return [
    {
      id: { kind: "pool-kubernetes", pool: pool.name },
      version: pool.kubernetes?.version || spec.kubernetes.version || "",
      followsControlPlane: !pool.kubernetes?.version,
      hops: poolKubernetesHops(movesOf(bracket, own), pool, context),
      deadEnds: deadEndsOf(late.blocks[own], early.blocks[own], {
        now,
        story: (block) => kubernetesDeadEnd(block, context),
      }),
      finalVersions: distinct(finals.map((final) => final.pools[place]?.kubernetes ?? final.kubernetes)),
    },
    {
      id: { kind: "pool-image", pool: pool.name },
      version: pool.machine?.image?.version ?? "",
      ...(pool.machine?.image && { image: pool.machine.image.name }),
      followsControlPlane: false,
      hops: poolImageHops(movesOf(bracket, image), place, context),
      deadEnds: deadEndsOf(late.blocks[image], early.blocks[image], {
        now,
        story: (block) => imageDeadEnd(block, { place, pools }, context),
      }),
      finalVersions: distinct(finals.map((final) => final.pools[place]?.image ?? "")),
    },
  ];
}

/** What is foreseen for a Shoot under one set of rules. */
export function outlookOf(shoot: Shoot, lanes: ProfileLanes, options: ForecastOptions): Outlook {
  const bracket = bracketOf(shoot, lanes, options);
  const { spec } = shoot;
  const pools = poolsOf(spec);
  const { now } = options;
  const context = { lanes, autoUpdate: autoUpdateOf(spec.maintenance), now, spec, pools };
  return {
    lanes: [controlPlane(bracket, context), ...pools.flatMap((_, place) => poolLanes(bracket, place, context))],
    rejections: rejectionsOf(bracket.late.refused, bracket.early.refused, { now, lanes }),
  };
}
