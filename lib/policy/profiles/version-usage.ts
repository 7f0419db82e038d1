import type { ShootSpec } from "../../garden/shoot.ts";

/** Who runs a Kubernetes version. `clusters` counts a Shoot once, whether its control plane or its pools run it. */
interface KubernetesUsage {
  readonly clusters: number;
  readonly controlPlanes: number;
  /** Pools that run it, pinned or by following their control plane. */
  readonly pools: number;
  /** Pools that are pinned to it. Gardener does not protect these when the version is removed. */
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

type Counts = { clusters: number; controlPlanes: number; pools: number; pinnedPools: number };

function countsOf(map: Map<string, Counts>, key: string): Counts {
  const counts = map.get(key) ?? { clusters: 0, controlPlanes: 0, pools: 0, pinnedPools: 0 };
  map.set(key, counts);
  return counts;
}

function countKubernetes({ kubernetes, provider }: UsedSpec, usage: Map<string, Counts>): void {
  const touched = new Set([kubernetes.version]);
  countsOf(usage, kubernetes.version).controlPlanes += 1;
  for (const worker of provider.workers ?? []) {
    const pin = worker.kubernetes?.version;
    const counts = countsOf(usage, pin || kubernetes.version);
    counts.pools += 1;
    if (pin) counts.pinnedPools += 1;
    touched.add(pin || kubernetes.version);
  }
  for (const version of touched) countsOf(usage, version).clusters += 1;
}

function countImages({ provider }: UsedSpec, usage: Map<string, Map<string, Counts>>): void {
  const touched = new Set<Counts>();
  for (const { machine } of provider.workers ?? []) {
    const { name, version } = machine.image ?? {};
    if (!name || !version) continue;
    const versions = usage.get(name) ?? new Map<string, Counts>();
    usage.set(name, versions);
    const counts = countsOf(versions, version);
    counts.pools += 1;
    touched.add(counts);
  }
  for (const counts of touched) counts.clusters += 1;
}

type UsedSpec = Pick<ShootSpec, "kubernetes" | "provider">;

/** Counts who runs which version, control planes and pools alike; texts as they are written in the Shoots. */
export function versionUsage(specs: Iterable<UsedSpec>): VersionUsage {
  const kubernetes = new Map<string, Counts>();
  const images = new Map<string, Map<string, Counts>>();
  for (const spec of specs) {
    countKubernetes(spec, kubernetes);
    countImages(spec, images);
  }
  return { kubernetes, images };
}
