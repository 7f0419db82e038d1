/** The cluster that an address is about: `/clusters/{project}/{name}` and what is beneath it. */
export function clusterInPath(path: string): { readonly project: string; readonly name: string } | undefined {
  const [, project, name] = /^\/clusters\/([^/?#]+)\/([^/?#]+)/.exec(path) ?? [];
  if (project === undefined || name === undefined) return undefined;
  try {
    return { project: decodeURIComponent(project), name: decodeURIComponent(name) };
  } catch {
    // Not an address that we made.
    return undefined;
  }
}
