import { compareVersions } from "#lib/policy/versions/compare.ts";
import { kubernetesSupportOf } from "#lib/policy/versions/kubernetes-support.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";

/** The minors, such as `1.33`, of the given Kubernetes versions: each once, newest first, without unparsable versions. */
export function kubernetesMinorsOf(versions: readonly string[]): readonly string[] {
  const parsed = versions.flatMap((version) => {
    const read = parseVersion(version);
    return read.ok ? [read.value] : [];
  });
  const newestFirst = parsed.sort((a, b) => compareVersions(b, a));
  return [...new Set(newestFirst.map(({ major, minor }) => `${major}.${minor}`))];
}

/**
 * The minors that matter to who runs these versions: their own, and each next one, to which an update can lead, if the
 * end of its support is known.
 */
export function minorsWithinReach(versions: readonly string[]): readonly string[] {
  const own = kubernetesMinorsOf(versions);
  const next = own.map((minor) => minor.replace(/\d+$/, (number) => String(Number(number) + 1)));
  return kubernetesMinorsOf([...own, ...next.filter((minor) => kubernetesSupportOf(minor) !== undefined)]);
}
