import type { Shoot } from "#lib/garden/shoot.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";
import { deleteWaves, forceDeleteWaves } from "./delete-waves.ts";
import type { Flow, Wave } from "./flow.ts";
import { migrateWaves } from "./migrate-waves.ts";
import { hibernateWaves, reconcileWaves } from "./reconcile-waves.ts";
import { withRotationTasks } from "./rotation-tasks.ts";

const flowNames: ReadonlyMap<string, string> = new Map([
  ["Delete", "Shoot cluster deletion"],
  ["Migrate", "Shoot cluster preparation for migration"],
  ["Restore", "Shoot cluster restoration"],
]);
export const forceDeleteFlowName = "Shoot cluster force deletion";

/** gardenlet's name of the flow for an operation type. */
export function flowNameOf(operationType: string): string {
  return flowNames.get(operationType) ?? "Shoot cluster reconciliation";
}

export const infrastructureReady = "Waiting until Shoot infrastructure has been reconciled";
export const apiServerReady = "Waiting until Kubernetes API server rolled out";
/** Tasks during which machines are created, replaced and deleted. */
export const workersReady = "Waiting until worker pools have been reconciled";
export const workersGone = "Waiting until shoot worker nodes have been terminated";

const creationSeconds = 180;
const batchSeconds = 150;
/** Limit for large pools, whose replacement would take hours in a demo. */
const mostRollSeconds = 600;

/**
 * The flow that gardenlet runs for an operation type. Creating machines and replacing those of a pool take longer.
 * @param batches Number of node batches replaced one after the other, if known.
 */
export function planFlow(shoot: Shoot, type: string, batches = 0): Flow {
  const name = flowNameOf(type);
  const forced = isTruthy(annotationOf(shoot, annotations.confirmForceDeletion));
  const workerless = (shoot.spec.provider.workers?.length ?? 0) === 0;
  const size = workerless ? "withoutWorkers" : "withWorkers";
  if (type === "Delete" && forced) return { name: forceDeleteFlowName, waves: forceDeleteWaves[size] };
  if (type === "Delete") return { name, waves: deleteWaves[size] };
  if (type === "Migrate") return { name, waves: migrateWaves[size] };
  if (workerless) return { name, waves: reconcileWaves.withoutWorkers };
  if (shoot.spec.hibernation?.enabled === true) return { name, waves: hibernateWaves };
  const rotation = shoot.status?.credentials?.rotation;
  const waves = withRotationTasks(reconcileWaves.withWorkers, rotation);
  if (type === "Create")
    return { name, waves: slower(slower(waves, infrastructureReady, 120), workersReady, creationSeconds) };
  if (type === "Restore") return { name, waves: restored(waves) };
  const rotates =
    rotation?.certificateAuthorities?.phase === "Preparing" || rotation?.serviceAccountKey?.phase === "Preparing";
  const wakes = shoot.status?.hibernated === true;
  const rolls = Math.min(mostRollSeconds, Math.max(batches, rotates ? 1 : 0) * batchSeconds);
  const seconds = wakes ? creationSeconds : rolls;
  return { name, waves: seconds > 0 ? slower(waves, workersReady, seconds) : waves };
}

/** Restores the control plane from the backup and finds the machines again. */
function restored(waves: readonly Wave[]): readonly Wave[] {
  return slower(slower(slower(waves, infrastructureReady, 90), apiServerReady, 60), workersReady, 60);
}

function slower(waves: readonly Wave[], task: string, seconds: number): readonly Wave[] {
  return waves.map((wave) => (wave.tasks.includes(task) ? { ...wave, seconds } : wave));
}

/** The index of a task's wave in a flow; undefined if the flow has no such task. */
export function waveOf({ waves }: Flow, task: string): number | undefined {
  const index = waves.findIndex(({ tasks }) => tasks.includes(task));
  return index < 0 ? undefined : index;
}
