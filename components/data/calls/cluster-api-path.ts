/** Returns the API path of one cluster. */
export function clusterApiPath({ project, name }: { readonly project: string; readonly name: string }): string {
  return `/api/clusters/${encodeURIComponent(project)}/${encodeURIComponent(name)}`;
}
