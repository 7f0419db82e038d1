/** Usage of a Kubernetes version. `clusters` counts a Shoot once, whether its control plane or its pools run it. */
interface KubernetesUsage {
  readonly clusters: number;
  readonly controlPlanes: number;
  /** Pools that run it, pinned or following their control plane. */
  readonly pools: number;
  /** Pools pinned to it. Gardener does not protect these when the version is removed. */
  readonly pinnedPools: number;
}

interface ImageUsage {
  readonly clusters: number;
  readonly pools: number;
}

export interface VersionUsage {
  readonly kubernetes: ReadonlyMap<string, KubernetesUsage>;
  /** By image name, then by version. */
  readonly images: ReadonlyMap<string, ReadonlyMap<string, ImageUsage>>;
}
