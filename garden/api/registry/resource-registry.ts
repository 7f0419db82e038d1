import "server-only";
import type { KubeResource } from "#lib/kube/resource.ts";
import { apiVersionOf, type ResourceDefinition } from "./resource-definition.ts";

/** Finds a resource definition by group, version and plural; undefined if the server does not serve it. */
export type DefinitionFinder = (group: string, version: string, plural: string) => ResourceDefinition | undefined;

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly definitions: readonly ResourceDefinition[];
}

/** All resources that an API server serves. */
export interface ResourceRegistry {
  readonly definitions: readonly ResourceDefinition[];
  /** All group versions, the core group first. */
  readonly groupVersions: readonly GroupVersion[];
  readonly find: DefinitionFinder;
  /** Finds the resource definition for the apiVersion and kind of an object. */
  ofKind(apiVersion: string | undefined, kind: string | undefined): ResourceDefinition | undefined;
}

/** @param definitions Those of the core group must come first, as in discovery. */
export function createResourceRegistry(definitions: readonly ResourceDefinition[]): ResourceRegistry {
  const byPath = new Map(definitions.map((definition) => [pathOf(definition.resource), definition]));
  return {
    definitions,
    groupVersions: groupVersionsOf(definitions),
    find: (group, version, plural) => byPath.get(pathOf({ group, version, plural })),
    ofKind: (apiVersion, kind) =>
      definitions.find(({ resource }) => apiVersionOf(resource) === apiVersion && resource.kind === kind),
  };
}

function pathOf({ group, version, plural }: Pick<KubeResource, "group" | "version" | "plural">): string {
  return `${group}/${version}/${plural}`;
}

function groupVersionsOf(all: readonly ResourceDefinition[]): readonly GroupVersion[] {
  return [...Map.groupBy(all, ({ resource }) => apiVersionOf(resource)).values()].flatMap((definitions) =>
    definitions.slice(0, 1).map(({ resource: { group, version } }) => ({ group, version, definitions })),
  );
}
