import type { Result } from "#lib/result.ts";
import { fail, ok } from "#lib/result.ts";
import { isDns1123Label, isDns1123Subdomain } from "./names.ts";
import type { KubeResource } from "./resource.ts";

/** Subresources that requests may name. The list is closed, so that no URL path contains text from a request. */
const subresources = ["status", "binding", "adminkubeconfig", "viewerkubeconfig", "token"] as const;
type Subresource = (typeof subresources)[number];

/** Collection of a Kubernetes resource, in every namespace or in one. */
export interface CollectionTarget {
  readonly resource: KubeResource;
  readonly namespace?: string;
}

/** Single Kubernetes object, or a subresource of it. */
export interface ObjectTarget extends CollectionTarget {
  readonly name: string;
  readonly subresource?: Subresource;
}

/** Reason why no URL path was built for a Kubernetes object. */
export type PathError =
  | { readonly reason: "bad-group" | "bad-version" | "bad-plural" | "bad-namespace" | "bad-name" | "bad-subresource" }
  | { readonly reason: "namespace-missing" | "namespace-unexpected" };

/**
 * Returns the URL path of a Kubernetes collection or object, relative to the API server's own prefix. Every segment is
 * validated before encoding, because percent-encoding alone leaves `..` unchanged.
 */
export function resourcePath(target: CollectionTarget | ObjectTarget): Result<string, PathError> {
  const { resource, namespace } = target;
  const fault = resourceError(resource) ?? namespaceError(target);
  if (fault !== undefined) return fail(fault);
  const segments = resource.group === "" ? ["api", resource.version] : ["apis", resource.group, resource.version];
  if (namespace !== undefined) segments.push("namespaces", namespace);
  segments.push(resource.plural);
  if ("name" in target) {
    if (!isDns1123Subdomain(target.name)) return fail({ reason: "bad-name" });
    segments.push(target.name);
    if (target.subresource !== undefined) {
      if (!subresources.includes(target.subresource)) return fail({ reason: "bad-subresource" });
      segments.push(target.subresource);
    }
  }
  return ok(`/${segments.map(encodeURIComponent).join("/")}`);
}

function resourceError(resource: KubeResource): PathError | undefined {
  if (resource.group !== "" && !isDns1123Subdomain(resource.group)) return { reason: "bad-group" };
  if (!isDns1123Label(resource.version)) return { reason: "bad-version" };
  if (!isDns1123Label(resource.plural)) return { reason: "bad-plural" };
  return undefined;
}

function namespaceError(target: CollectionTarget | ObjectTarget): PathError | undefined {
  const { resource, namespace } = target;
  if (namespace === undefined) {
    return resource.namespaced && "name" in target ? { reason: "namespace-missing" } : undefined;
  }
  if (!resource.namespaced) return { reason: "namespace-unexpected" };
  return isDns1123Label(namespace) ? undefined : { reason: "bad-namespace" };
}
