import "server-only";
import type { ResourceRequest } from "../../rbac/authorizer.ts";
import type { ResourceDefinition } from "../../registry/resource-definition.ts";
import type { DefinitionFinder } from "../../registry/resource-registry.ts";

/** The resource that a request path refers to, and its definition. */
export interface ResourceRequestInfo {
  readonly definition: ResourceDefinition;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** Path of a resource that this server does not serve. Users who may read the resource get a 404, others a 403. */
export interface UnservedRequestInfo {
  readonly definition: undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  readonly unserved: Omit<ResourceRequest, "verb">;
}

/** Parses the paths `/api/v1/…` and `/apis/<group>/<version>/…`; undefined for other paths. */
export function parseRequestInfo(
  segments: readonly string[],
  find: DefinitionFinder,
): ResourceRequestInfo | UnservedRequestInfo | undefined {
  const [root, ...rest] = segments;
  if (root === "api") return resourceInfo({ group: "", version: rest[0], find }, rest.slice(1));
  if (root === "apis") return resourceInfo({ group: rest[0] ?? "", version: rest[1], find }, rest.slice(2));
  return undefined;
}

interface GroupPath {
  readonly group: string;
  readonly version: string | undefined;
  readonly find: DefinitionFinder;
}

function resourceInfo(
  { group, version, find }: GroupPath,
  rest: readonly string[],
): ResourceRequestInfo | UnservedRequestInfo | undefined {
  if (version === undefined || rest.length === 0) return undefined;
  const { plural, surplus, ...names } = namesIn(rest);
  const definition = surplus === undefined ? find(group, version, plural) : undefined;
  if (definition !== undefined && isServed(definition, names)) return { definition, ...names };
  const { name, subresource } = names;
  return { definition: undefined, name, subresource, unserved: { group, resource: plural, ...names } };
}

interface Names {
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

function namesIn(rest: readonly string[]): Names & { readonly plural: string; readonly surplus: string | undefined } {
  const [first = "", second, third, ...more] = rest;
  if (first === "namespaces" && third !== undefined && third !== "status" && third !== "finalize") {
    const [name, subresource, surplus] = more;
    return { plural: third, namespace: second, name, subresource, surplus };
  }
  return { plural: first, namespace: undefined, name: second, subresource: third, surplus: more[0] };
}

function isServed({ resource, subresources }: ResourceDefinition, { namespace, subresource }: Names): boolean {
  if (namespace !== undefined && !resource.namespaced) return false;
  return subresource === undefined || subresources.some((candidate) => candidate === subresource);
}

/** Splits a URL path into decoded segments; undefined if a percent-encoding is invalid. */
export function decodePathSegments(path: string): readonly string[] | undefined {
  try {
    return path
      .split("/")
      .filter((segment) => segment !== "")
      .map(decodeURIComponent);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
