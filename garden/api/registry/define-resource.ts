import "server-only";
import type { KubeResource } from "#lib/kube/resource.ts";
import { nameAndAge } from "./columns.ts";
import type { ResourceDefinition, Strategy } from "./resource-definition.ts";

export const plainStrategy: Strategy = { hasGeneration: false, hasStatus: false };

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
    columns: nameAndAge,
    selectableFields: {},
    names: "dns-subdomain",
    strategy: plainStrategy,
    ...definition,
  };
}
