import "server-only";
import type { KubeResource } from "#lib/kube/resource.ts";
import { nameAndAgeColumns } from "./columns.ts";
import type { ResourceDefinition, StorageStrategy } from "./resource-definition.ts";

export const strategyWithoutStatus: StorageStrategy = { hasGeneration: false, hasStatus: false };

interface Definition extends Partial<Omit<ResourceDefinition, "resource">> {
  readonly resource: KubeResource;
}

/** Fills in the defaults of a resource definition. */
export function defineResource(definition: Definition): ResourceDefinition {
  return {
    singular: definition.resource.kind.toLowerCase(),
    shortNames: [],
    categories: [],
    subresources: [],
    requestKinds: {},
    columns: nameAndAgeColumns,
    selectableFields: {},
    names: "dns-subdomain",
    strategy: strategyWithoutStatus,
    ...definition,
  };
}
