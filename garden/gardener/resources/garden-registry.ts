import "server-only";
import { coreResourceDefinitions } from "#garden/api/core/core-resources.ts";
import { reviewResourceDefinitions } from "#garden/api/core/review-resources.ts";
import { defineResource } from "#garden/api/registry/define-resource.ts";
import type { ResourceDefinition } from "#garden/api/registry/resource-definition.ts";
import { createResourceRegistry, type ResourceRegistry } from "#garden/api/registry/resource-registry.ts";
import { controllerRegistrations, managedSeeds, secrets } from "#lib/kube/resource.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { bastionResource } from "../kinds/bastion.ts";
import { withAccountAdmission, workloadIdentityDefinition } from "./account-resources.ts";
import { gardenResourceDefinitions } from "./garden-resources.ts";

/** Resources that are stored without validation, unlike in Gardener's API server. */
const otherDefinitions: readonly ResourceDefinition[] = [
  controllerRegistrations,
  { ...controllerRegistrations, version: "v1", plural: "controllerdeployments", kind: "ControllerDeployment" },
  bastionResource,
  managedSeeds,
  { ...managedSeeds, plural: "gardenlets", kind: "Gardenlet" },
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
