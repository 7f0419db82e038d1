/** Usage of a Kubernetes version. `clusters` counts a Shoot once, whether its control plane or its pools run it. */
interface KubernetesUsage {
  readonly clusters: number;
  readonly controlPlanes: number;
  /** Number of pools that run the version, pinned to it or following their control plane. */
  readonly pools: number;
  /** Number of pools pinned to the version. Gardener does not protect these pools when the version is removed. */
  readonly pinnedPools: number;
}

interface ImageUsage {
  readonly clusters: number;
  readonly pools: number;
}

export interface VersionUsage {
  readonly kubernetes: ReadonlyMap<string, KubernetesUsage>;
  /** Usage of machine image versions, by image name and then by version. */
  readonly images: ReadonlyMap<string, ReadonlyMap<string, ImageUsage>>;
}
