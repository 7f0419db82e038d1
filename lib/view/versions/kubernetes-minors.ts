import { compareVersions } from "#lib/policy/versions/compare.ts";
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
