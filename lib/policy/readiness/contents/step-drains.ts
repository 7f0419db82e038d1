import type { ShootSpec } from "#lib/garden/shoot.ts";
import { drainTimeout, estimateRollout } from "../../changes/estimate-rollout.ts";
import type { ChangeImpact } from "../../changes/predict-change-impact.ts";
import { workerPoolsOf } from "../../maintenance/version-state.ts";
import type { DrainLimit } from "./contents-facts.ts";

/** A pool whose nodes a step drains. */
export interface DrainedPool {
  readonly name: string;
  /** Whether the nodes are replaced; those that are updated in place keep their disks. */
  readonly isReplaced: boolean;
  readonly drain: DrainLimit;
  /** Whether a new node comes before the first old one goes. */
  readonly surges: boolean;
}

/** What a step does to the nodes. */
export interface StepDrains {
  readonly pools: ReadonlyMap<string, DrainedPool>;
  /** The zones of all pools after the step, as the Shoot names them. */
  readonly zones: readonly string[];
}

/** The pools whose nodes a step replaces or drains in place. @param spec the spec after the step */
export function drainsOfStep(spec: ShootSpec, impact: Pick<ChangeImpact, "pools">): StepDrains {
  const workers = workerPoolsOf(spec);
  const drained = workers.flatMap((worker): readonly DrainedPool[] => {
    const its = impact.pools.get(worker.name);
    const kind = its?.outcome === "rejected" ? its.would.impact : its?.outcome;
    const isReplaced = kind === "rollingUpdate";
    if (!isReplaced && kind !== "inPlaceAuto" && kind !== "inPlaceManual") return [];
    const surges = isReplaced && estimateRollout(worker).surge > 0;
    return [{ name: worker.name, isReplaced, surges, drain: drainTimeout(worker) }];
  });
  const zones = workers.flatMap(({ zones: its }) => (Array.isArray(its) ? its : []));
  return { pools: new Map(drained.map((pool) => [pool.name, pool])), zones: [...new Set(zones)] };
}

/** The longest that a drain of these pools waits. */
export function longestDrain({ pools }: StepDrains): DrainLimit {
  const drains = [...pools.values()].map(({ drain }) => drain);
  return drains.reduce((longest, drain) => (drain.seconds > longest.seconds ? drain : longest), {
    seconds: 0,
    isDefault: true,
  });
}
