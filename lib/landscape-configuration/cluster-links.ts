import type { LandscapeConfiguration } from "#lib/contract/landscape-configuration/landscape-configuration.ts";

/** A link of the operator for a cluster. */
export interface OperatorLink {
  readonly title: string;
  readonly url: string;
}

interface LinkedCluster {
  readonly project: string;
  readonly namespace: string;
  readonly name: string;
}

/** Links to the operator's tools for a cluster, with its name and namespace filled in. */
export function externalToolsOf(
  { externalTools = [] }: LandscapeConfiguration,
  { name, namespace }: LinkedCluster,
): readonly OperatorLink[] {
  const values = { name: encodeURIComponent(name), namespace: encodeURIComponent(namespace) };
  return externalTools.map(({ title, url }) => ({
    title,
    url: url.replaceAll("{name}", values.name).replaceAll("{namespace}", values.namespace),
  }));
}

/**
 * Address of the form for a new issue about a cluster, with the operator's labels and description; undefined where the
 * operator has no repository for tickets. `${shootName}`, `${shootNamespace}` and `${projectName}` are filled in.
 */
export function newTicketUrl(
  { ticket }: LandscapeConfiguration,
  { project, name, namespace }: LinkedCluster,
): string | undefined {
  if (ticket === undefined) return undefined;
  const url = new URL(`${ticket.gitHubRepoUrl.replace(/\/+$/, "")}/issues/new`);
  url.searchParams.set("title", `[${project}/${name}] `);
  const { newTicketLabels = [], issueDescription } = ticket;
  if (newTicketLabels.length > 0) url.searchParams.set("labels", newTicketLabels.join(","));
  const values: Readonly<Record<string, string>> = { shootName: name, shootNamespace: namespace, projectName: project };
  const body = issueDescription?.replace(/\$\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
  if (body !== undefined) url.searchParams.set("body", body);
  return url.href;
}
