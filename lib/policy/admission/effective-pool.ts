import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";

/**
 * The Kubernetes version of a pool: its own, otherwise the control plane's.
 * @source Gardener: pkg/api/core/v1beta1/helper, CalculateEffectiveKubernetesVersion
 */
export function effectiveKubernetesVersion(spec: ShootSpec, pool: Worker): string {
  return pool.kubernetes?.version || spec.kubernetes.version;
}

/**
 * The kubelet configuration of a pool: its own block as a whole, otherwise the Shoot's. Fields are never merged, so a
 * pool that sets one field loses all that it inherited.
 * @source Gardener: pkg/api/core/v1beta1/helper, CalculateEffectiveKubeletConfiguration
 */
export function effectiveKubelet(spec: ShootSpec, pool: Worker): Readonly<Record<string, unknown>> | undefined {
  return pool.kubernetes?.kubelet ?? spec.kubernetes.kubelet ?? undefined;
}

/** The `major.minor` part of a Kubernetes version, as used in the pool hash; the text itself when it has no minor. */
export function majorMinorOf(version: string): string {
  const [, major, minor] = /^v?([0-9]+)\.([0-9]+)/.exec(version) ?? [];
  return major === undefined || minor === undefined ? version : `${major}.${minor}`;
}
