import type { Wave } from "./flow.ts";

/** What is skipped where there are no machines, in the flows that end or move a cluster. */
const workerTasks: ReadonlySet<string> = new Set([
  "Deploying cloud provider account secret",
  "Deploying Shoot control plane",
  "Waiting until Shoot control plane has been reconciled",
  "Deleting cluster autoscaler",
  "Deleting metrics-server",
  "Destroying shoot network plugin",
  "Waiting until shoot network plugin has been destroyed",
  "Deploying machine-controller-manager",
  "Destroying shoot workers",
  "Waiting until shoot worker nodes have been terminated",
  "Deleting machine-controller-manager",
  "Waiting until machine-controller-manager has been deleted",
  "Deleting operating system config resources",
  "Waiting until all operating system config resources are deleted",
  "Deleting DWD managed resource and secrets",
  "Deleting container runtime resources",
  "Waiting until stale container runtime resources are deleted",
  "Destroying shoot control plane",
  "Waiting until shoot control plane has been destroyed",
  "Destroying nginx ingress DNS record",
  "Destroying shoot infrastructure",
  "Waiting until shoot infrastructure has been deleted",
  "Deleting machine resources",
  "Waiting until machine resources have been deleted",
  "Migrating shoot control plane",
  "Deleting shoot control plane",
  "Waiting until shoot control plane has been deleted",
  "Migrating shoot infrastructure",
  "Waiting until shoot infrastructure has been migrated",
  "Deleting shoot infrastructure",
]);

/** The waves of a flow for a workerless Shoot. */
export function withoutWorkers(waves: readonly Wave[]): readonly Wave[] {
  return waves.flatMap((wave) => {
    const tasks = wave.tasks.filter((task) => !workerTasks.has(task));
    return tasks.length === 0 ? [] : [{ ...wave, tasks }];
  });
}
