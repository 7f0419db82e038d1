import "server-only";
import { coreDefinitions } from "#garden/api/core/core-resources.ts";
import { reviewDefinitions } from "#garden/api/core/review-resources.ts";
import { defineResource } from "#garden/api/registry/define-resource.ts";
import { createRegistry, type Registry } from "#garden/api/registry/registry.ts";
import type { ResourceDefinition } from "#garden/api/registry/resource-definition.ts";
import { controllerRegistrations, type KubeResource } from "#lib/kube/resource.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { bastions } from "../kinds/bastion.ts";
import { gardenDefinitions } from "./garden-resources.ts";

const seedManagement = (plural: string, kind: string): KubeResource => ({
  group: "seedmanagement.gardener.cloud",
  version: "v1alpha1",
  plural,
  kind,
  namespaced: true,
});

/** Kinds that are stored without validation; Gardener's own API server validates them. */
const otherDefinitions: readonly ResourceDefinition[] = [
  controllerRegistrations,
  { ...controllerRegistrations, version: "v1", plural: "controllerdeployments", kind: "ControllerDeployment" },
  bastions,
  seedManagement("managedseeds", "ManagedSeed"),
  seedManagement("gardenlets", "Gardenlet"),
].map((resource) => defineResource({ resource }));

/** All kinds that a garden of a release serves: core, Gardener's and reviews. */
export function createGardenRegistry(rules: GardenerRules): Registry {
  return createRegistry([...coreDefinitions, ...gardenDefinitions(rules), ...otherDefinitions, ...reviewDefinitions]);
}
