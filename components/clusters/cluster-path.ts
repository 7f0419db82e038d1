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

/** In the address of whoever came to rotate. */
export const rotationHash = "#rotation";

/** Where credentials are rotated step by step: the step to take has the focus there. */
export function rotationPath(cluster: { readonly project: string; readonly name: string }): string {
  return `${clusterPath(cluster)}/credentials${rotationHash}`;
}
