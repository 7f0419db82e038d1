import type { Maintenance } from "#lib/garden/shoot.ts";

/** Which versions maintenance may update automatically, before they must be replaced. */
export interface AutoUpdate {
  readonly kubernetesVersion: boolean;
  readonly machineImageVersion: boolean;
}

/**
 * The automatic updates of a Shoot. Without the block both are on; in a block with missing fields, Kubernetes defaults
 * to off and images to on.
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
