import type { KubeObject } from "#lib/kube/object.ts";

/** Where on the garden's server the API of a Shoot begins. */
export function shootPath({ metadata }: Pick<KubeObject, "metadata">): string {
  return `/shoots/${metadata.namespace ?? ""}/${metadata.name}`;
}

/** What a URL under it names: the Shoot, and the rest as the Shoot's API server sees it. */
export interface ShootUrl {
  readonly namespace: string;
  readonly name: string;
  readonly rest: string;
}

/** Undefined for a URL of the garden itself. */
export function parseShootUrl(url: string): ShootUrl | undefined {
  const [, namespace = "", name = "", rest = ""] = /^\/shoots\/([a-z0-9-]+)\/([a-z0-9-]+)(.*)$/s.exec(url) ?? [];
  return name === "" ? undefined : { namespace, name, rest: rest.startsWith("/") ? rest : `/${rest}` };
}
