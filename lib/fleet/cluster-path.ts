/** Path of a cluster's page. */
export function clusterPath({ project, name }: { readonly project: string; readonly name: string }): string {
  return `/clusters/${encodeURIComponent(project)}/${encodeURIComponent(name)}`;
}

/** URL hash that moves the keyboard focus to the choice of a version on a cluster's page. */
export const changeVersionsHash = "#change";

/** Path of the page on which a cluster's versions are changed, with the focus on the choice of a version. */
export function changeVersionsPath(cluster: { readonly project: string; readonly name: string }): string {
  return `${clusterPath(cluster)}/updates?view=change${changeVersionsHash}`;
}

/** Path of the guide that replaces a cluster's pools by new ones at another Kubernetes version. */
export function poolReplacementPath(cluster: { readonly project: string; readonly name: string }): string {
  return `${clusterPath(cluster)}/updates?view=pools`;
}

/** URL hash that moves the keyboard focus to the current step of a credential rotation. */
export const rotationHash = "#rotation";

/** Returns the path of the step-by-step credential rotation of a cluster, with the focus on the current step. */
export function rotationPath(cluster: { readonly project: string; readonly name: string }): string {
  return `${clusterPath(cluster)}/credentials${rotationHash}`;
}

/** Path of the form in which a cluster's pools and settings are changed. */
export function settingsFormPath(cluster: { readonly project: string; readonly name: string }): string {
  return `${clusterPath(cluster)}/yaml?edit=form`;
}

/** Path of the page that creates a cluster: one like `source`, from the template of a key, or in a project. */
export function newClusterPath(
  given: {
    readonly project?: string | undefined;
    readonly source?: { readonly project: string; readonly name: string };
    readonly template?: string;
  } = {},
): string {
  const search = new URLSearchParams();
  if (given.project !== undefined) search.set("project", given.project);
  if (given.source !== undefined) search.set("from", `${given.source.project}/${given.source.name}`);
  if (given.template !== undefined) search.set("template", given.template);
  return search.size === 0 ? "/clusters/new" : `/clusters/new?${search}`;
}

/** Path of the page that compares a cluster with a template, which is chosen there unless a key is given. */
export function templateDriftPath(cluster: { readonly project: string; readonly name: string }, template = ""): string {
  return `${clusterPath(cluster)}/yaml?template=${encodeURIComponent(template)}`;
}
