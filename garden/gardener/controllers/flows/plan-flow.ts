import type { Shoot } from "#lib/garden/shoot.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";
import { deletionWaves, forceDeletionWaves } from "./deletion-waves.ts";
import type { GardenletFlow, TaskWave } from "./flow.ts";
import { migrationWaves } from "./migration-waves.ts";
import { hibernationWaves, reconciliationWaves } from "./reconciliation-waves.ts";
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

export const infrastructureReadyTask = "Waiting until Shoot infrastructure has been reconciled";
export const apiServerReadyTask = "Waiting until Kubernetes API server rolled out";
/** Names of the tasks during which machines are created, replaced or deleted. */
export const workersReadyTask = "Waiting until worker pools have been reconciled";
export const workersGoneTask = "Waiting until shoot worker nodes have been terminated";
/** Name of the task of a migration that hands the backups over to the destination Seed. */
export const backupHandoverTask = "Waiting for BackupEntry to be migrated to new seed";
/** Name of the task that waits for the objects in a cluster to be gone before its deletion. */
export const cleaningTask = "Cleaning Kubernetes resources";

const creationSeconds = 180;
const batchSeconds = 150;
/** Maximum simulated duration of a node rollout: replacing a large pool would take hours in a demo. */
const mostRollSeconds = 600;

/**
 * The flow that gardenlet runs for an operation type. Waves that create or replace machines take longer.
 * @param batches Number of node batches replaced one after the other, if known.
 */
export function planFlow(shoot: Shoot, type: string, batches = 0): GardenletFlow {
  const name = flowNameOf(type);
  const forced = isTruthy(annotationOf(shoot, annotations.confirmForceDeletion));
  const workerless = (shoot.spec.provider.workers?.length ?? 0) === 0;
  const size = workerless ? "withoutWorkers" : "withWorkers";
  if (type === "Delete" && forced) return { name: forceDeleteFlowName, waves: forceDeletionWaves[size] };
  if (type === "Delete") return { name, waves: deletionWaves[size] };
  if (type === "Migrate") return { name, waves: migrationWaves[size] };
  if (workerless) return { name, waves: reconciliationWaves.withoutWorkers };
  if (shoot.spec.hibernation?.enabled === true) return { name, waves: hibernationWaves };
  const rotation = shoot.status?.credentials?.rotation;
  const waves = withRotationTasks(reconciliationWaves.withWorkers, rotation);
  if (type === "Create")
    return { name, waves: slower(slower(waves, infrastructureReadyTask, 120), workersReadyTask, creationSeconds) };
  if (type === "Restore") return { name, waves: restored(waves) };
  const rotates =
    rotation?.certificateAuthorities?.phase === "Preparing" || rotation?.serviceAccountKey?.phase === "Preparing";
  const wakes = shoot.status?.hibernated === true;
  const rolls = Math.min(mostRollSeconds, Math.max(batches, rotates ? 1 : 0) * batchSeconds);
  const seconds = wakes ? creationSeconds : rolls;
  return { name, waves: seconds > 0 ? slower(waves, workersReadyTask, seconds) : waves };
}

/** Waves of a restoration: restoring the control plane from its backup and adopting the machines take longer. */
function restored(waves: readonly TaskWave[]): readonly TaskWave[] {
  return slower(slower(slower(waves, infrastructureReadyTask, 90), apiServerReadyTask, 60), workersReadyTask, 60);
}

function slower(waves: readonly TaskWave[], task: string, seconds: number): readonly TaskWave[] {
  return waves.map((wave) => (wave.tasks.includes(task) ? { ...wave, seconds } : wave));
}

/** The index of a task's wave in a flow; undefined if the flow has no such task. */
export function waveIndexOfTask({ waves }: GardenletFlow, task: string): number | undefined {
  const index = waves.findIndex(({ tasks }) => tasks.includes(task));
  return index < 0 ? undefined : index;
}
