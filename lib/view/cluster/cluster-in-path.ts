/** Parses the cluster in a URL path: `/clusters/{project}/{name}` and below; undefined for other paths. */
export function clusterInPath(path: string): { readonly project: string; readonly name: string } | undefined {
  const [, project, name] = /^\/clusters\/([^/?#]+)\/([^/?#]+)/.exec(path) ?? [];
  if (project === undefined || name === undefined) return undefined;
  try {
    return { project: decodeURIComponent(project), name: decodeURIComponent(name) };
  } catch {
    // The path contains invalid percent-encoding, so Almanac did not generate it.
    return undefined;
  }
}
