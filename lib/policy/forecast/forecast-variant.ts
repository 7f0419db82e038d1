import type { Worker } from "#lib/garden/shoot.ts";
import { shootVersionsOf, workerPoolsOf } from "../maintenance/version-state.ts";
import { autoUpdateOf } from "../versions/auto-update.ts";
import type { ComponentForecast } from "./component-forecast.ts";
import {
  type SimulatedSteps,
  type StepContext,
  stepsOfControlPlane,
  stepsOfPoolImage,
  stepsOfPoolKubernetes,
} from "./component-steps.ts";
import { createSimulationInput } from "./create-simulation-input.ts";
import { explainImageDeadEnd, explainKubernetesDeadEnd } from "./explain-dead-end.ts";
import type { ForecastOptions, ForecastVariant } from "./forecast-result.ts";
import type { ForecastShoot } from "./forecast-shoot.ts";
import { deadEndsOfComponent, rejectedRunPeriodsOf } from "./lane-dead-ends.ts";
import type { ProfileTimelines } from "./profile-timelines.ts";
import { canRunTimeChangeForecast, type DailySchedule, runSchedulesOfShoot } from "./run-schedule.ts";
import {
  type ComponentScope,
  controlPlaneComponentIndex,
  groupRunsByComponent,
  poolImageComponentIndex,
  poolKubernetesComponentIndex,
  type RunsByComponent,
  withPermanentRejection,
} from "./runs-by-component.ts";
import { type MaintenanceSimulation, simulateMaintenance } from "./simulate.ts";

/** Simulations by component, with runs at window start (`late`) and window end (`early`); one object if both agree. */
interface Bracket {
  readonly late: RunsByComponent;
  readonly early: RunsByComponent;
  readonly finals: readonly MaintenanceSimulation["final"][];
}

function bracketOf(shoot: ForecastShoot, lanes: ProfileTimelines, options: ForecastOptions): Bracket {
  const { now, horizon, lanes: wanted = "all" } = options;
  const schedules = runSchedulesOfShoot(shoot);
  const violation = lanes.admission.nodeLimit(shoot.spec);
  const told = (schedule: DailySchedule) => {
    const runs = simulateMaintenance(createSimulationInput(shoot, lanes), schedule, { now, until: horizon });
    const history = groupRunsByComponent(runs, schedule, wanted);
    if (violation === undefined) return { history, final: runs.final };
    const standing = { violation, state: shootVersionsOf(shoot.spec), schedule, now };
    return { history: withPermanentRejection(history, standing), final: runs.final };
  };
  const late = told(schedules.late);
  if (!canRunTimeChangeForecast(schedules, lanes.timesOfChange, now)) {
    return { late: late.history, early: late.history, finals: [late.final] };
  }
  const early = told(schedules.early);
  return { late: late.history, early: early.history, finals: [late.final, early.final] };
}

const noMoves: SimulatedSteps["late"] = [];

function movesOf({ late, early }: Bracket, lane: number): SimulatedSteps {
  return { late: late.moves[lane] ?? noMoves, early: early.moves[lane] ?? noMoves };
}

function distinct(texts: readonly string[]): readonly string[] {
  return texts.length === 1 ? texts : [...new Set(texts)];
}

function controlPlane(bracket: Bracket, context: StepContext): ComponentForecast {
  const { late, early, finals } = bracket;
  return {
    id: { kind: "control-plane" },
    version: context.spec.kubernetes.version ?? "",
    followsControlPlane: false,
    hops: stepsOfControlPlane(movesOf(bracket, controlPlaneComponentIndex), context),
    deadEnds: deadEndsOfComponent(late.blocks[controlPlaneComponentIndex], early.blocks[controlPlaneComponentIndex], {
      now: context.now,
      story: (block) => explainKubernetesDeadEnd(block, context),
    }),
    finalVersions: distinct(finals.map(({ kubernetes }) => kubernetes)),
  };
}

function followsControlPlane(pool: Worker): boolean {
  return !pool.kubernetes?.version;
}

function kubernetesComponent(bracket: Bracket, place: number, context: PoolContext): ComponentForecast {
  const { late, early, finals } = bracket;
  const { now, spec, pool } = context;
  const lane = poolKubernetesComponentIndex(place);
  return {
    id: { kind: "pool-kubernetes", pool: pool.name },
    version: pool.kubernetes?.version || spec.kubernetes.version || "",
    followsControlPlane: followsControlPlane(pool),
    hops: stepsOfPoolKubernetes(movesOf(bracket, lane), pool, context),
    deadEnds: deadEndsOfComponent(late.blocks[lane], early.blocks[lane], {
      now,
      story: (block) => explainKubernetesDeadEnd(block, context),
    }),
    finalVersions: distinct(finals.map((final) => final.pools[place]?.kubernetes ?? final.kubernetes)),
  };
}

function imageComponent(bracket: Bracket, place: number, context: PoolContext): ComponentForecast {
  const { late, early, finals } = bracket;
  const { now, pools, pool } = context;
  const lane = poolImageComponentIndex(place);
  return {
    id: { kind: "pool-image", pool: pool.name },
    version: pool.machine?.image?.version ?? "",
    ...(pool.machine?.image && { image: pool.machine.image.name }),
    followsControlPlane: false,
    hops: stepsOfPoolImage(movesOf(bracket, lane), place, context),
    deadEnds: deadEndsOfComponent(late.blocks[lane], early.blocks[lane], {
      now,
      story: (block) => explainImageDeadEnd(block, { place, pools }, context),
    }),
    finalVersions: distinct(finals.map((final) => final.pools[place]?.image ?? "")),
  };
}

interface PoolContext extends StepContext {
  readonly pool: Worker;
}

function lanesOf(bracket: Bracket, context: StepContext, wanted: ComponentScope): readonly ComponentForecast[] {
  const lanes = [controlPlane(bracket, context)];
  for (const [place, pool] of context.pools.entries()) {
    const ofPool = { ...context, pool };
    if (wanted === "all" || !followsControlPlane(pool)) lanes.push(kubernetesComponent(bracket, place, ofPool));
    lanes.push(imageComponent(bracket, place, ofPool));
  }
  return lanes;
}

/** The forecast of a Shoot under one set of rules. */
export function computeForecastVariant(
  shoot: ForecastShoot,
  lanes: ProfileTimelines,
  options: ForecastOptions,
): ForecastVariant {
  const bracket = bracketOf(shoot, lanes, options);
  const { spec } = shoot;
  const pools = workerPoolsOf(spec);
  const { now } = options;
  const context = { lanes, autoUpdate: autoUpdateOf(spec.maintenance), now, spec, pools };
  return {
    lanes: lanesOf(bracket, context, options.lanes ?? "all"),
    rejections: rejectedRunPeriodsOf(bracket.late.refused, bracket.early.refused, { now, lanes }),
  };
}
