import type { ShootSpec } from "#lib/garden/shoot.ts";
import type { VersionUsage } from "./version-usage.ts";

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

/** Counts the use of versions from the Shoots themselves, as a reference for counts computed from list rows. */
export function versionUsage(specs: Iterable<UsedSpec>): VersionUsage {
  const kubernetes = new Map<string, Counts>();
  const images = new Map<string, Map<string, Counts>>();
  for (const spec of specs) {
    countKubernetes(spec, kubernetes);
    countImages(spec, images);
  }
  return { kubernetes, images };
}
