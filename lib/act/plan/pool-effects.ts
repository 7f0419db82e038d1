import type { PoolEffect } from "#lib/contract/act.ts";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { type Message, text } from "#lib/language/text.ts";
import type { ImpactTrigger } from "#lib/policy/changes/compute-pool-impacts.ts";
import { estimateRollout, type RolloutEstimate } from "#lib/policy/changes/estimate-rollout.ts";
import { knownNodeCounts } from "#lib/policy/changes/known-node-counts.ts";
import { type PoolChangeOutcome, predictChangeImpact } from "#lib/policy/changes/predict-change-impact.ts";
import { toWellTypedSpec } from "#lib/policy/changes/to-well-typed-spec.ts";
import { simulateMaintenanceRun, specAfterMaintenanceRun } from "#lib/policy/maintenance/maintain-shoot.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { operationCatalogue } from "#lib/policy/operations/catalogue.ts";
import { evaluateOperation } from "#lib/policy/operations/evaluate.ts";
import { findRunRejection } from "#lib/policy/operations/maintenance-operations.ts";
import type { OperationRequest } from "#lib/policy/operations/operation-evaluation.ts";
import { shootFacts } from "#lib/policy/operations/shoot-facts.ts";
import { isNodeRollingFamily, type NodeRollingFamily } from "#lib/policy/rotations/families.ts";
import {
  assumptionDescriptions,
  impactDescriptions,
  impactTriggerLabels,
  poolSizeDescription,
} from "#lib/words/impact-descriptions.ts";
import type { PreviewInput } from "./preview-input.ts";

function labelsOf(triggers: readonly ImpactTrigger[]): string[] {
  return triggers.map((trigger) => text(impactTriggerLabels[trigger]));
}

function rolloutOf(estimate: RolloutEstimate, strategy: string | null | undefined): NonNullable<PoolEffect["rollout"]> {
  const { nodes, surge, unavailable, waves, seconds, usualSeconds, assumptions } = estimate;
  return {
    strategy: strategy || "AutoRollingUpdate",
    nodes: { ...nodes },
    surge,
    unavailable,
    waves: { ...waves },
    seconds: { ...seconds },
    usualSeconds,
    assumptions: assumptions.map((one) => text(assumptionDescriptions[one])),
  };
}

/** The spec after a change, and a pool in it; undefined if the change removes the pool. */
interface ChangedPool {
  readonly pool: Worker | undefined;
  readonly spec: ShootSpec;
}

/** Effect of a change of the spec on one pool. */
function effectOf(name: string, outcome: PoolChangeOutcome, { pool, spec }: ChangedPool): PoolEffect {
  if (outcome.outcome === "rejected") {
    const { would } = outcome;
    return {
      name,
      effect: "rejected",
      sentence: text(impactDescriptions.rejected),
      triggers: labelsOf(would.triggers),
    };
  }
  return {
    name,
    effect: outcome.outcome,
    sentence:
      isOnlyResized(outcome) && pool ? poolSizeDescription(pool, spec) : text(impactDescriptions[outcome.outcome]),
    triggers: labelsOf(outcome.triggers),
    ...(outcome.rollout && { rollout: rolloutOf(outcome.rollout, pool?.updateStrategy) }),
  };
}

/** Whether only the least or the largest number of nodes changes. */
function isOnlyResized({ outcome, triggers }: Extract<PoolChangeOutcome, { readonly triggers: unknown }>): boolean {
  return outcome === "scale" && triggers.every((trigger) => trigger === "minimum" || trigger === "maximum");
}

function effectsOfImpact(pools: ReadonlyMap<string, PoolChangeOutcome>, after: Shoot): readonly PoolEffect[] {
  const workers = new Map(workerPoolsOf(toWellTypedSpec(after.spec)).map((pool) => [pool.name, pool]));
  return [...pools].map(([name, outcome]) => effectOf(name, outcome, { pool: workers.get(name), spec: after.spec }));
}

/** Returns the effects of hibernation or waking up on pools, which the settings of the pools do not show. */
function asleep(pools: readonly PoolEffect[], sleeps: boolean): readonly PoolEffect[] {
  const sentence = sleeps
    ? text("All nodes of the pool are removed.")
    : text("The nodes of the pool are created again.");
  return pools.map((pool) => ({
    ...pool,
    effect: sleeps ? "hibernated" : "wokenUp",
    sentence,
    triggers: [text("hibernation")],
  }));
}

const updateKinds: ReadonlyMap<string, "inPlaceAuto" | "inPlaceManual"> = new Map([
  ["AutoInPlaceUpdate", "inPlaceAuto"],
  ["ManualInPlaceUpdate", "inPlaceManual"],
]);

const twinLabels: Readonly<Record<NodeRollingFamily, Message>> = {
  certificateAuthorities: impactTriggerLabels.caRotation,
  serviceAccountKey: impactTriggerLabels.saRotation,
};

function causesOf({ id }: OperationRequest): string[] {
  const { step, families } = operationCatalogue[id];
  const twins = families.filter(isNodeRollingFamily);
  if (twins.length === 0) return [text("the request itself")];
  return step === "roll" ? [text("the rotation that waits for the pool")] : twins.map((twin) => text(twinLabels[twin]));
}

/** Returns the effects of an operation on nodes when the spec stays the same. */
function effectsOfOperation(request: OperationRequest, world: PreviewInput): readonly PoolEffect[] {
  const { before, now, context } = world;
  const { nodes, pools } = evaluateOperation(request, before, now, context).effects;
  if (nodes !== "rolls" && nodes !== "rolls-named") return [];
  const known = knownNodeCounts(before);
  const rolled = new Set(pools);
  const workers = workerPoolsOf(toWellTypedSpec(before.spec)).filter(({ name }) => rolled.has(name));
  return workers.map((pool) => {
    const effect = updateKinds.get(pool.updateStrategy ?? "") ?? "rollingUpdate";
    const rollout = rolloutOf(estimateRollout(pool, known?.get(pool.name)), pool.updateStrategy);
    return {
      name: pool.name,
      effect,
      sentence: text(impactDescriptions[effect]),
      triggers: causesOf(request),
      rollout,
    };
  });
}

/** Effects of running maintenance now, by the rules of the forecast. */
function effectsOfMaintenance({ before, profile, now, rules, prepared }: PreviewInput): readonly PoolEffect[] {
  if (!profile.ok || findRunRejection(shootFacts(before, rules), now) !== undefined) return [];
  const spec = specAfterMaintenanceRun(before.spec, simulateMaintenanceRun(before, profile.value, { now, rules }));
  if (spec === before.spec) return [];
  const nodes = knownNodeCounts(before);
  const rotation = before.status?.credentials?.rotation;
  const operation = annotationOf(before, annotations.operation);
  const known = { now, rules, oldRotation: rotation, operation, ...(nodes && { nodes }) };
  const impact = predictChangeImpact(before.spec, spec, prepared, known);
  return effectsOfImpact(impact.pools, { ...before, spec });
}

/** Returns the effect of an action on each pool; empty if no pool is affected or the effects are unknown. */
export function poolEffects(world: PreviewInput): readonly PoolEffect[] {
  const { act, asked, before, impact, plan, outlook } = world;
  if (act.kind === "delete") {
    const told = { sentence: text(impactDescriptions.deleted), triggers: [text("deletion of the cluster")] };
    return workerPoolsOf(toWellTypedSpec(before.spec)).map(({ name }) => ({ name, effect: "deleted", ...told }));
  }
  const ofChange = impact === undefined ? [] : effectsOfImpact(impact.pools, plan.after);
  const [toggle] = asked.filter(({ id }) => id === "hibernate" || id === "wake-up");
  if (toggle !== undefined && impact?.accepted) return asleep(ofChange, toggle.id === "hibernate");
  if (outlook.hibernates !== undefined && impact?.accepted) return asleep(ofChange, outlook.hibernates);
  if (asked.some(({ id, when }) => id === "maintain" && when !== "in-window")) return effectsOfMaintenance(world);
  const told = new Map(ofChange.map((effect) => [effect.name, effect]));
  for (const effect of asked.flatMap((request) => effectsOfOperation(request, world))) {
    if (told.get(effect.name)?.rollout === undefined) told.set(effect.name, effect);
  }
  return [...told.values()];
}
