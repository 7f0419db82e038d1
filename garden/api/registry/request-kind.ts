import "server-only";
import type { KubeResource } from "#lib/kube/resource.ts";

/** A kind that is posted to a subresource and answered, never stored. */
export interface RequestKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: KubeResource;
}

export function requestKind(resource: Omit<KubeResource, "namespaced">): RequestKind {
  const { group, version, kind } = resource;
  return { apiVersion: `${group}/${version}`, kind, resource: { ...resource, namespaced: true } };
}
