import "server-only";
import { noSuchPath } from "../../errors/api-error.ts";
import type { DefinitionFinder } from "../../registry/registry.ts";
import type { ResourceDefinition } from "../../registry/resource-definition.ts";

/** What a path of the Kubernetes API names. */
export interface ResourceRequestInfo {
  readonly definition: ResourceDefinition;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/**
 * Reads `/api/v1/…` and `/apis/<group>/<version>/…`. Undefined for any other path.
 * @throws ApiError 404 for a resource that this server does not have
 */
export function requestInfo(segments: readonly string[], find: DefinitionFinder): ResourceRequestInfo | undefined {
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

function resourceInfo({ group, version, find }: GroupPath, rest: readonly string[]): ResourceRequestInfo | undefined {
  if (version === undefined || rest.length === 0) return undefined;
  const [first, second, third, ...more] = rest;
  if (first === "namespaces" && third !== undefined && third !== "status" && third !== "finalize") {
    const [name, subresource, surplus] = more;
    return named(find(group, version, third), { namespace: second, name, subresource, surplus });
  }
  const [surplus] = more;
  return named(find(group, version, first ?? ""), { namespace: undefined, name: second, subresource: third, surplus });
}

interface Names {
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  readonly surplus: string | undefined;
}

function named(
  definition: ResourceDefinition | undefined,
  { namespace, name, subresource, surplus }: Names,
): ResourceRequestInfo {
  if (definition === undefined || surplus !== undefined) throw noSuchPath();
  if (namespace !== undefined && !definition.resource.namespaced) throw noSuchPath();
  const known = subresource === undefined || definition.subresources.some((candidate) => candidate === subresource);
  if (!known) throw noSuchPath();
  return { definition, namespace, name, subresource };
}

/** The decoded segments of a path; undefined where an escape is broken. */
export function segmentsOf(path: string): readonly string[] | undefined {
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
