/** Where a cluster's page is. */
export function clusterPath({ project, name }: { readonly project: string; readonly name: string }): string {
  return `/clusters/${encodeURIComponent(project)}/${encodeURIComponent(name)}`;
}

/** In the address of whoever came to choose a version. */
export const changeHash = "#change";

/** Where a cluster's versions are changed: the choice itself has the focus there. */
export function changeVersionsPath(cluster: { readonly project: string; readonly name: string }): string {
  return `${clusterPath(cluster)}/updates?view=change${changeHash}`;
}
