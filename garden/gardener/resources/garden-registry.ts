import "server-only";
import { coreResourceDefinitions } from "#garden/api/core/core-resources.ts";
import { reviewResourceDefinitions } from "#garden/api/core/review-resources.ts";
import { defineResource } from "#garden/api/registry/define-resource.ts";
import type { ResourceDefinition } from "#garden/api/registry/resource-definition.ts";
import { createResourceRegistry, type ResourceRegistry } from "#garden/api/registry/resource-registry.ts";
import { controllerRegistrations, type KubeResource, secrets } from "#lib/kube/resource.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { bastionResource } from "../kinds/bastion.ts";
import { withAccountAdmission, workloadIdentityDefinition } from "./account-resources.ts";
import { gardenResourceDefinitions } from "./garden-resources.ts";

const seedManagement = (plural: string, kind: string): KubeResource => ({
  group: "seedmanagement.gardener.cloud",
  version: "v1alpha1",
  plural,
  kind,
  namespaced: true,
});

/** Resources that are stored without validation, unlike in Gardener's API server. */
const otherDefinitions: readonly ResourceDefinition[] = [
  controllerRegistrations,
  { ...controllerRegistrations, version: "v1", plural: "controllerdeployments", kind: "ControllerDeployment" },
  bastionResource,
  seedManagement("managedseeds", "ManagedSeed"),
  seedManagement("gardenlets", "Gardenlet"),
].map((resource) => defineResource({ resource }));

/** All resources that a garden of the given Gardener release serves: core Kubernetes, Gardener's own, and reviews. */
export function createGardenResourceRegistry(rules: GardenerRules): ResourceRegistry {
  return createResourceRegistry([
    ...coreResourceDefinitions.map((definition) =>
      definition.resource === secrets ? withAccountAdmission(definition) : definition,
    ),
    ...gardenResourceDefinitions(rules),
    workloadIdentityDefinition,
    ...otherDefinitions,
    ...reviewResourceDefinitions,
  ]);
}
