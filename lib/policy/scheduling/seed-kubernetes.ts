import { type Edition, newestEdition } from "../editions/edition.ts";
import { supportedKubernetes } from "../editions/supported-kubernetes.ts";
import { parseVersion } from "../versions/parse.ts";

/** Whether a release of Gardener takes a Seed that runs some Kubernetes, and each known release after it. */
export type SeedKubernetes =
  | { readonly state: "fits" }
  /** gardenlet does not reconcile the Seed: it asks for this minor at least. */
  | { readonly state: "too-old"; readonly minMinor: number }
  /** It does so now; the known release 1.`fromRelease` is the first that does not. */
  | { readonly state: "ends"; readonly minMinor: number; readonly fromRelease: number };

/**
 * What becomes of a Seed by its Kubernetes.
 *
 * @param kubernetes `status.kubernetesVersion` of the Seed, such as `v1.33.4-gke.100`
 * @param edition that of its gardenlet
 * @returns undefined where the version cannot be read
 * @source Gardener: pkg/gardenlet/controller/seed/seed/reconciler_reconcile.go (checkMinimumK8SVersion), which asks in each
 * release for the lower end of its range, as docs/usage/shoot-operations/supported_k8s_versions.md says for gardens and Seeds
 */
export function seedKubernetes(kubernetes: string, edition: Edition): SeedKubernetes | undefined {
  const version = parseVersion(kubernetes);
  if (!version.ok) return undefined;
  const { major, minor } = version.value;
  const least = (release: number) => supportedKubernetes({ minor: release, patch: 0, dev: false }).minMinor;
  const takes = (release: number) => major > 1 || (major === 1 && minor >= least(release));
  if (!takes(edition.minor)) return { state: "too-old", minMinor: least(edition.minor) };
  for (let release = edition.minor + 1; release <= newestEdition.minor; release += 1) {
    if (!takes(release)) return { state: "ends", fromRelease: release, minMinor: least(release) };
  }
  return { state: "fits" };
}
