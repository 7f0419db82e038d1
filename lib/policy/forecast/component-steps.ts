import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { type SpecCleanup, specCleanups } from "../maintenance/spec-cleanup.ts";
import { isPoolUpdatedInPlace } from "../versions/filter-image.ts";
import type { StepCause } from "./cause.ts";
import type { ForecastStep, StepNodeEffect } from "./component-forecast.ts";
import {
  explainImageStep,
  explainKubernetesStep,
  type StepExplanationContext,
  updateTriggerKindOfStep,
} from "./explain-step.ts";
import type { SimulatedRunWindow, SimulatedStep } from "./runs-by-component.ts";
import { type VersionStepSize, versionStepSizeOf } from "./version-step-size.ts";

/** One version update in simulations with runs at window start (`late`) and window end (`early`); one may lack it. */
interface MovePair {
  readonly late: SimulatedStep | undefined;
  readonly early: SimulatedStep | undefined;
}

/** The Shoot to which the forecast version updates belong, with the facts for explaining them. */
export interface StepContext extends StepExplanationContext {
  /** The current time in epoch milliseconds; nothing is forecast before it. */
  readonly now: number;
  readonly spec: ShootSpec;
  readonly pools: readonly Worker[];
}

/** A component's version updates in both simulations: runs at the start (`late`) or end (`early`) of each window. */
export interface SimulatedSteps {
  readonly late: readonly SimulatedStep[];
  readonly early: readonly SimulatedStep[];
}

function sameStep(a: SimulatedStep | undefined, b: SimulatedStep | undefined): boolean {
  return a !== undefined && b !== undefined && a.from === b.from && a.to === b.to;
}

/** Pairs two simulations' updates: common ones first, then the others in time order, `late` first at equal times. */
function pairsOf({ late, early }: SimulatedSteps): readonly MovePair[] {
  if (late === early) return late.map((move) => ({ late: move, early: move }));
  let common = 0;
  while (sameStep(late[common], early[common])) common++;
  const shared = late.slice(0, common).map((move, index) => ({ late: move, early: early[index] }));
  const apart: MovePair[] = [
    ...late.slice(common).map((move) => ({ late: move, early: undefined })),
    ...early.slice(common).map((move) => ({ late: undefined, early: move })),
  ];
  const at = ({ late: a, early: b }: MovePair) => (a ?? b)?.at ?? 0;
  return [...shared, ...apart.sort((a, b) => at(a) - at(b))];
}

function earliestOf(
  a: SimulatedRunWindow,
  b: SimulatedRunWindow,
  { cause, now }: { readonly cause: StepCause; readonly now: number },
) {
  const begins = Math.max(now, Math.min(a.beginAt, b.beginAt));
  const expiredAt = "leave" in cause && cause.leave?.code === "expired" ? cause.leave.expiredAt : undefined;
  const ends = Math.min(a.usableEndAt, b.usableEndAt);
  // An expiry inside the window has no effect before it occurs.
  return expiredAt !== undefined && expiredAt > begins && expiredAt < ends ? expiredAt : begins;
}

function stepOf({ late, early }: MovePair, now: number, told: Told): ForecastStep | undefined {
  const move = late ?? early;
  if (move === undefined) return undefined;
  const { from, to } = move;
  const kind = updateTriggerKindOfStep(move);
  const cause = told.cause(move);
  const earliestAt = earliestOf(move.window, (early ?? move).window, { cause, now });
  const effects = told.effects(move);
  const cleanups = told.cleanups?.(move) ?? nothing;
  // Written out for speed: object spread is noticeable with the steps of ten thousand Shoots.
  if (late === undefined || early === undefined) {
    const path = late === undefined ? "early" : "late";
    return { from, to, kind, cause, earliestAt, effects, cleanups, path, confidence: "conditional" };
  }
  const latestAt = Math.max(late.window.usableEndAt, early.window.usableEndAt);
  return { from, to, kind, cause, earliestAt, latestAt, effects, cleanups, path: "both", confidence: "dated" };
}

const nothing: readonly never[] = [];

/** Functions that find the cause, the effects on nodes and the cleared fields of a component's version updates. */
interface Told {
  readonly cause: (move: SimulatedStep) => StepCause;
  readonly effects: (move: SimulatedStep) => readonly StepNodeEffect[];
  readonly cleanups?: (move: SimulatedStep) => readonly SpecCleanup[];
}

function hopsOf(moves: SimulatedSteps, now: number, told: Told): readonly ForecastStep[] {
  if (moves.late.length === 0 && moves.early.length === 0) return nothing;
  const hops: ForecastStep[] = [];
  for (const pair of pairsOf(moves)) {
    const hop = stepOf(pair, now, told);
    if (hop !== undefined) hops.push(hop);
  }
  return hops;
}

/** The steps of the control plane, with the pools that follow it and the fields that the run clears. */
export function stepsOfControlPlane(moves: SimulatedSteps, context: StepContext): readonly ForecastStep[] {
  const { lanes, pools, spec, now } = context;
  const followers = pools.filter((pool) => !pool.kubernetes?.version);
  return hopsOf(moves, now, {
    cause: (move) => explainKubernetesStep(move, context),
    effects: ({ from, to }) => kubernetesEffects(versionStepSizeOf(from, to), followers),
    cleanups: ({ from, to }) => specCleanups(spec, lanes.admission.limits(from, to)),
  });
}

/** The Kubernetes steps of a pool: its own, or those of the control plane that it follows. */
export function stepsOfPoolKubernetes(
  moves: SimulatedSteps,
  pool: Worker,
  context: StepContext,
): readonly ForecastStep[] {
  const follows = !pool.kubernetes?.version;
  return hopsOf(moves, context.now, {
    cause: (move) =>
      follows ? { code: "pool-follows-control-plane", notBecause: [] } : explainKubernetesStep(move, context),
    effects: ({ from, to }) => kubernetesEffects(versionStepSizeOf(from, to), [pool]),
  });
}

/** The steps of a pool's machine image. */
export function stepsOfPoolImage(moves: SimulatedSteps, place: number, context: StepContext): readonly ForecastStep[] {
  const pool = context.pools[place];
  if (pool === undefined) return [];
  return hopsOf(moves, context.now, {
    cause: (move) => explainImageStep(move, pool, context),
    effects: () => imageEffects(pool),
  });
}

function effectOn(pools: readonly Worker[], kind: StepNodeEffect["kind"]): StepNodeEffect {
  let maximumNodes = 0;
  let isKnown = true;
  for (const { maximum } of pools) {
    if (typeof maximum === "number") maximumNodes += maximum;
    else isKnown = false;
  }
  const names = pools.map(({ name }) => name);
  return isKnown ? { kind, pools: names, maximumNodes } : { kind, pools: names };
}

function nodeChange(pool: Worker): "in-place-update" | "node-roll" {
  return isPoolUpdatedInPlace(pool) ? "in-place-update" : "node-roll";
}

/**
 * Effect of a new Kubernetes version on the nodes of its pools: a patch restarts their kubelets, a new minor replaces
 * or updates every node.
 *
 * @param pools the pools that get the version; none for a control plane that no pool follows
 * @source Gardener: pkg/component/extensions/operatingsystemconfig, the key of a pool holds major and minor only
 */
function kubernetesEffects(step: VersionStepSize, pools: readonly Worker[]): readonly StepNodeEffect[] {
  if (pools.length === 0) return [{ kind: "control-plane-only", pools: [] }];
  if (step === "patch") return [effectOn(pools, "kubelet-restart")];
  if (!pools.some(isPoolUpdatedInPlace)) return [effectOn(pools, "node-roll")];
  const kinds = Map.groupBy(pools, nodeChange);
  return [...kinds].map(([kind, alike]) => effectOn(alike, kind));
}

/** Effect of a new image on a pool's nodes: every node is replaced, or updated in place. */
function imageEffects(pool: Worker): readonly StepNodeEffect[] {
  return [effectOn([pool], nodeChange(pool))];
}
