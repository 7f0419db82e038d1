import type { GardenerRelease } from "./gardener-release.ts";

/** The Kubernetes minors (of major 1) that a Gardener release can run, inclusive. */
export interface KubernetesRange {
  readonly minMinor: number;
  readonly maxMinor: number;
}

const ranges: readonly (readonly [fromRelease: number, minMinor: number, maxMinor: number])[] = [
  [95, 25, 30],
  [106, 25, 31],
  [113, 25, 32],
  [114, 27, 32],
  [122, 27, 33],
  [127, 29, 33],
  [132, 29, 34],
  [133, 30, 34],
  [136, 30, 35],
  [141, 31, 35],
  [142, 32, 35],
  [145, 32, 36],
];

/**
 * The Kubernetes minors that a Gardener release supports. Not enforced on writes of a Shoot: the CloudProfile decides
 * what can be chosen. The lower end is also the oldest version that a garden or a Seed may run.
 *
 * @source Gardener: pkg/utils/validation/kubernetesversion, docs/usage/shoot-operations/supported_k8s_versions.md
 */
export function supportedKubernetes(edition: GardenerRelease): KubernetesRange {
  const [, minMinor, maxMinor] = ranges.findLast(([from]) => from <= edition.minor) ?? [95, 25, 30];
  return { minMinor, maxMinor };
}
