/** Cluster in a path: `/clusters/{project}/{name}` and below. */
export function clusterInPath(path: string): { readonly project: string; readonly name: string } | undefined {
  const [, project, name] = /^\/clusters\/([^/?#]+)\/([^/?#]+)/.exec(path) ?? [];
  if (project === undefined || name === undefined) return undefined;
  try {
    return { project: decodeURIComponent(project), name: decodeURIComponent(name) };
  } catch {
    // Not a path that Almanac generates.
    return undefined;
  }
}
