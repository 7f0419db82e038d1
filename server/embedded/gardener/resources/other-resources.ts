import "server-only";
import type { KubeResource } from "#lib/kube/resource.ts";
import { ageColumn, nameColumn } from "../../api/registry/columns.ts";
import { defineResource } from "../../api/registry/define-resource.ts";
import type { ResourceDefinition } from "../../api/registry/resource-definition.ts";

const core = (version: string, plural: string, kind: string): KubeResource => ({
  group: "core.gardener.cloud",
  version,
  plural,
  kind,
  namespaced: false,
});
const seedManagement = (plural: string, kind: string): KubeResource => ({
  group: "seedmanagement.gardener.cloud",
  version: "v1alpha1",
  plural,
  kind,
  namespaced: true,
});

/** Which extension is there for which kind and type of object. */
export const controllerRegistrations = core("v1beta1", "controllerregistrations", "ControllerRegistration");

/** Kinds of which Gardener's API server knows more than this one: they are stored as they come. */
export const otherDefinitions: readonly ResourceDefinition[] = [
  controllerRegistrations,
  core("v1", "controllerdeployments", "ControllerDeployment"),
  seedManagement("managedseeds", "ManagedSeed"),
  seedManagement("gardenlets", "Gardenlet"),
].map((resource) => defineResource({ resource, columns: [nameColumn, ageColumn] }));
