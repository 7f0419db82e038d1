/** Where a cluster's page is. */
export function clusterPath({ project, name }: { readonly project: string; readonly name: string }): string {
  return `/clusters/${encodeURIComponent(project)}/${encodeURIComponent(name)}`;
}
