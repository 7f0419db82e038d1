import { createSpecValidator, type UpdateContext } from "#lib/act/updates/spec-validator.ts";
import { describeFieldErrorWithPool } from "#lib/act/updates/target-descriptions.ts";
import type { Act } from "#lib/contract/act.ts";
import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { mergePatchBetween } from "#lib/kube/merge-patch.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { type SuccessorChoices, successorPool, successorPoolName } from "./successor-pool.ts";

/** Change of the list of worker pools. */
export interface PoolListChange {
  /** Makes the action from a spec; undefined if nothing would change. */
  readonly actOn: (spec: ShootSpec) => Act | undefined;
  /** Why the API server would refuse the change, as sentences; empty if it would accept it. */
  readonly refusals: readonly string[];
}

type PoolListEdit = (pools: readonly Worker[]) => readonly Worker[];

function withPools(spec: ShootSpec, edit: PoolListEdit): ShootSpec {
  return { ...spec, provider: { ...spec.provider, workers: edit(workerPoolsOf(spec)) } };
}

function planPoolListChange(context: UpdateContext, edit: PoolListEdit): PoolListChange {
  const next = withPools(context.shoot.spec, edit);
  const { faults } = createSpecValidator(context)(next);
  return {
    actOn: (spec) => {
      const change = mergePatchBetween(spec, withPools(spec, edit));
      return isRecord(change) ? { kind: "change", about: "pool-settings", patch: { spec: { ...change } } } : undefined;
    },
    refusals: [...new Set(faults.map((fault) => describeFieldErrorWithPool(fault, next)))],
  };
}

/** Change that adds the successor of a pool, with the name of the successor. */
export interface SuccessorChange extends PoolListChange, SuccessorChoices {}

/**
 * Plans the successor of a pool: a copy that follows the control plane. If the API server would refuse the copied
 * version of the machine image, because it has expired or does not run the new kubelet, the garden chooses the version.
 */
export function planSuccessor(context: UpdateContext, old: string): SuccessorChange {
  const { spec } = context.shoot;
  const names = new Set(workerPoolsOf(spec).map(({ name }) => name));
  const name = successorPoolName(old, spec.kubernetes.version, names);
  const plan = (newImageVersion: boolean): SuccessorChange => {
    const choices = { name, newImageVersion };
    return { ...choices, ...planPoolListChange(context, withSuccessor(old, choices)) };
  };
  const copied = plan(false);
  if (copied.refusals.length === 0) return copied;
  const chosen = plan(true);
  return chosen.refusals.length === 0 ? chosen : copied;
}

function withSuccessor(old: string, choices: SuccessorChoices): PoolListEdit {
  return (pools) => {
    const model = pools.find(({ name }) => name === old);
    const isTaken = pools.some(({ name }) => name === choices.name);
    return model === undefined || isTaken ? pools : [...pools, successorPool(model, choices)];
  };
}

/** Plans the removal of a pool with all its nodes. */
export function planPoolRemoval(context: UpdateContext, name: string): PoolListChange {
  return planPoolListChange(context, (pools) => pools.filter((pool) => pool.name !== name));
}
