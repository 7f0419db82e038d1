import type { Shoot } from "#lib/garden/shoot.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";
import { deleteWaves } from "./delete-waves.ts";
import type { Flow, Wave } from "./flow.ts";
import { flowNameOf, forceDeleteFlowName } from "./flow-names.ts";
import { forceDeleteWaves } from "./force-delete-waves.ts";
import { hibernateWaves } from "./hibernate-waves.ts";
import { migrateWaves } from "./migrate-waves.ts";
import { reconcileWaves } from "./reconcile-waves.ts";
import { withRotationTasks } from "./rotation-tasks.ts";
import { workerlessWaves } from "./workerless-waves.ts";

const infrastructureWave = 4;
/** The wave in which the worker pools are reconciled. */
export const workersWave = 22;

/**
 * The flow that gardenlet runs for an operation of this type. Creating takes longer where machines come into being, and so
 * does a reconcile that replaces the machines of a pool.
 */
export function planFlow(shoot: Shoot, type: string, rollsPools = false): Flow {
  const name = flowNameOf(type);
  const forced = isTruthy(annotationOf(shoot, annotations.confirmForceDeletion));
  if (type === "Delete" && forced) return { name: forceDeleteFlowName, waves: forceDeleteWaves };
  if (type === "Delete") return { name, waves: deleteWaves };
  if (type === "Migrate") return { name, waves: migrateWaves };
  if ((shoot.spec.provider.workers?.length ?? 0) === 0) return { name, waves: workerlessWaves };
  if (shoot.spec.hibernation?.enabled === true) return { name, waves: hibernateWaves };
  const rotation = shoot.status?.credentials?.rotation;
  const waves = withRotationTasks(reconcileWaves, rotation);
  const rolls =
    rollsPools ||
    rotation?.certificateAuthorities?.phase === "Preparing" ||
    rotation?.serviceAccountKey?.phase === "Preparing";
  if (type === "Create") return { name, waves: slower(slower(waves, infrastructureWave, 120), workersWave, 180) };
  return { name, waves: rolls ? slower(waves, workersWave, 150) : waves };
}

function slower(waves: readonly Wave[], index: number, seconds: number): readonly Wave[] {
  return waves.map((wave, position) => (position === index ? { ...wave, seconds } : wave));
}

/** Where a task stands in a flow; undefined when the flow has no such task. */
export function waveOf({ waves }: Flow, task: string): number | undefined {
  const index = waves.findIndex(({ tasks }) => tasks.includes(task));
  return index < 0 ? undefined : index;
}
