/** Path of a cluster's page. */
export function clusterPath({ project, name }: { readonly project: string; readonly name: string }): string {
  return `/clusters/${encodeURIComponent(project)}/${encodeURIComponent(name)}`;
}

/** URL hash that moves the focus to the choice of a version. */
export const changeHash = "#change";

/** Path of the page that changes a cluster's versions, with the focus on the choice. */
export function changeVersionsPath(cluster: { readonly project: string; readonly name: string }): string {
  return `${clusterPath(cluster)}/updates?view=change${changeHash}`;
}

/** URL hash that moves the focus to the rotation. */
export const rotationHash = "#rotation";

/** Path of the step-by-step rotation of credentials, with the focus on the current step. */
export function rotationPath(cluster: { readonly project: string; readonly name: string }): string {
  return `${clusterPath(cluster)}/credentials${rotationHash}`;
}
