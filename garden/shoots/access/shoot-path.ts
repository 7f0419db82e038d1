import type { KubeObject } from "#lib/kube/object.ts";

/** Path prefix of a Shoot's API, which is served by the garden's server. */
export function shootPath({ metadata }: Pick<KubeObject, "metadata">): string {
  return `/shoots/${metadata.namespace ?? ""}/${metadata.name}`;
}

/** A URL of a Shoot's API: the Shoot, and the rest of the path for its API server. */
export interface ShootUrl {
  readonly namespace: string;
  readonly name: string;
  readonly rest: string;
}

/** Parses the URL of a request; undefined for a URL of the garden itself. */
export function parseShootUrl(url: string): ShootUrl | undefined {
  const [, namespace = "", name = "", rest = ""] = /^\/shoots\/([a-z0-9-]+)\/([a-z0-9-]+)(.*)$/s.exec(url) ?? [];
  return name === "" ? undefined : { namespace, name, rest: rest.startsWith("/") ? rest : `/${rest}` };
}
