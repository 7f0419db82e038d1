import "server-only";
import { controllerRegistrations, type KubeResource } from "#lib/kube/resource.ts";
import { ageColumn, nameColumn } from "../../api/registry/columns.ts";
import { defineResource } from "../../api/registry/define-resource.ts";
import type { ResourceDefinition } from "../../api/registry/resource-definition.ts";
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
