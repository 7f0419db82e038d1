import type { Maintenance } from "#lib/garden/shoot.ts";

/** What the owner lets maintenance update before it must be left. */
export interface AutoUpdate {
  readonly kubernetesVersion: boolean;
  readonly machineImageVersion: boolean;
}

/**
 * The automatic updates of a Shoot. Without the whole block both are on; with a block that leaves a field out,
 * Kubernetes is off and images are on.
 *
 * @source Gardener: pkg/apis/core/v1beta1, defaults of Maintenance and MaintenanceAutoUpdate
 */
export function autoUpdateOf(maintenance: Maintenance | null | undefined): AutoUpdate {
  const block = maintenance?.autoUpdate;
  if (!block) return { kubernetesVersion: true, machineImageVersion: true };
  return {
    kubernetesVersion: block.kubernetesVersion ?? false,
    machineImageVersion: block.machineImageVersion ?? true,
  };
}
