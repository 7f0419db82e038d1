import { type GardenerRelease, newestGardenerRelease } from "../editions/gardener-release.ts";
import { supportedKubernetes } from "../editions/supported-kubernetes.ts";
import { parseVersion } from "../versions/parse.ts";

/** Whether Gardener supports a Seed's Kubernetes version, in this release and in each known later one. */
export type SeedKubernetesSupport =
  | { readonly state: "fits" }
  /** gardenlet does not reconcile the Seed: it requires at least this minor. */
  | { readonly state: "too-old"; readonly minMinor: number }
  /** Supported now; the known release 1.`fromRelease` is the first that does not support it. */
  | { readonly state: "ends"; readonly minMinor: number; readonly fromRelease: number };

/**
 * Whether gardenlet supports a Seed's Kubernetes version, now and in later releases.
 *
 * @param kubernetes `status.kubernetesVersion` of the Seed, such as `v1.33.4-gke.100`
 * @param edition release of its gardenlet
 * @returns undefined when the version is unreadable
 * @source Gardener: pkg/gardenlet/controller/seed/seed/reconciler_reconcile.go (checkMinimumK8SVersion), which requires
 * the lower end of its range per release, as docs/usage/shoot-operations/supported_k8s_versions.md says for gardens and
 * Seeds
 */
export function checkSeedKubernetesSupport(
  kubernetes: string,
  edition: GardenerRelease,
): SeedKubernetesSupport | undefined {
  const version = parseVersion(kubernetes);
  if (!version.ok) return undefined;
  const { major, minor } = version.value;
  const least = (release: number) => supportedKubernetes({ minor: release, patch: 0, dev: false }).minMinor;
  const takes = (release: number) => major > 1 || (major === 1 && minor >= least(release));
  if (!takes(edition.minor)) return { state: "too-old", minMinor: least(edition.minor) };
  for (let release = edition.minor + 1; release <= newestGardenerRelease.minor; release += 1) {
    if (!takes(release)) return { state: "ends", fromRelease: release, minMinor: least(release) };
  }
  return { state: "fits" };
}
