import "server-only";
import { ageColumn, nameColumn } from "#garden/api/registry/columns.ts";
import { defineResource } from "#garden/api/registry/define-resource.ts";
import type { ResourceDefinition } from "#garden/api/registry/resource-definition.ts";
import { controllerRegistrations, type KubeResource } from "#lib/kube/resource.ts";
import { bastions } from "../kinds/bastion.ts";

const seedManagement = (plural: string, kind: string): KubeResource => ({
  group: "seedmanagement.gardener.cloud",
  version: "v1alpha1",
  plural,
  kind,
  namespaced: true,
});

/** Kinds of which Gardener's API server knows more than this one: they are stored as they come. */
export const otherDefinitions: readonly ResourceDefinition[] = [
  controllerRegistrations,
  { ...controllerRegistrations, version: "v1", plural: "controllerdeployments", kind: "ControllerDeployment" },
  bastions,
  seedManagement("managedseeds", "ManagedSeed"),
  seedManagement("gardenlets", "Gardenlet"),
].map((resource) => defineResource({ resource, columns: [nameColumn, ageColumn] }));
