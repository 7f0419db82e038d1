import "server-only";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  cloudProfiles,
  credentialsBindings,
  exposureClasses,
  namespacedCloudProfiles,
  projects,
  quotas,
  secretBindings,
  seeds,
} from "#lib/kube/resource.ts";
import { forbidden } from "../api-error.ts";
import { define, textColumn } from "./core-resources.ts";
import type { ResourceDefinition, Strategy } from "./resource-definition.ts";
import { shootDefinition } from "./shoot-resource.ts";

const withStatus: Strategy = { hasGeneration: true, hasStatus: true };
const specOnly: Strategy = { hasGeneration: true, hasStatus: false };

const unset = "<unknown>";

function text(...path: readonly string[]): (object: KubeObject) => string {
  return (object) => textAt(object, ...path) ?? unset;
}

function conditionOf(object: KubeObject, type: string): string {
  const found = listAt(object, "status", "conditions").find((condition) => textAt(condition, "type") === type);
  return textAt(found, "status") ?? unset;
}

function seedStatus(seed: KubeObject): string {
  const statuses = ["GardenletReady", "SeedSystemComponentsHealthy"].map((type) => conditionOf(seed, type));
  if (statuses.every((status) => status === unset)) return "Unknown";
  return statuses.every((status) => status === "True" || status === unset) ? "Ready" : "NotReady";
}

function subjectName(object: KubeObject, field: string): string {
  return textAt(object, "spec", field, "name") ?? unset;
}

const confirmationAnnotation = "confirmation.gardener.cloud/deletion";

function requireConfirmation(resource: ResourceDefinition["resource"]): (object: KubeObject) => void {
  return ({ metadata }) => {
    if (metadata.annotations?.[confirmationAnnotation] === "true") return;
    throw forbidden(
      resource,
      metadata.name,
      `must have a ${JSON.stringify(confirmationAnnotation)} annotation to delete`,
    );
  };
}

function bindingColumns(refPath: readonly string[]) {
  return [
    textColumn("Provider", text("provider", "type")),
    textColumn(
      "Credentials",
      (binding) => `${textAt(binding, ...refPath, "namespace") ?? ""}/${textAt(binding, ...refPath, "name") ?? ""}`,
    ),
  ];
}

/** Gardener's kinds, with the columns and short names of gardener-apiserver. */
export const gardenDefinitions: readonly ResourceDefinition[] = [
  define({
    resource: projects,
    subresources: ["status"],
    names: "dns-label",
    columns: [
      textColumn("Namespace", text("spec", "namespace")),
      textColumn("Status", text("status", "phase")),
      textColumn("Owner", (project) => subjectName(project, "owner")),
      textColumn("Creator", (project) => subjectName(project, "createdBy"), { priority: 1 }),
    ],
    selectableFields: { "spec.namespace": (project) => textAt(project, "spec", "namespace") ?? "" },
    strategy: { ...withStatus, validate: validateProject, admitDeletion: requireConfirmation(projects) },
  }),
  shootDefinition,
  define({
    resource: seeds,
    subresources: ["status"],
    columns: [
      textColumn("Status", seedStatus),
      textColumn("Last Operation", lastOperationText),
      textColumn("Provider", text("spec", "provider", "type")),
      textColumn("Region", text("spec", "provider", "region")),
      textColumn("Version", text("status", "gardener", "version"), { priority: 1 }),
      textColumn("K8S Version", text("status", "kubernetesVersion"), { priority: 1 }),
    ],
    strategy: withStatus,
  }),
  define({
    resource: cloudProfiles,
    shortNames: ["cprofile", "cpfl"],
    subresources: ["status"],
    columns: [textColumn("Status", () => unset, { priority: 1 })],
    strategy: withStatus,
  }),
  define({
    resource: namespacedCloudProfiles,
    shortNames: ["nscpfl"],
    subresources: ["status"],
    columns: [textColumn("Parent", text("spec", "parent", "name"))],
    strategy: withStatus,
  }),
  define({
    resource: quotas,
    shortNames: ["squota"],
    columns: [textColumn("Scope", (quota) => textAt(quota, "spec", "scope", "kind") ?? unset)],
    strategy: specOnly,
  }),
  define({
    resource: secretBindings,
    shortNames: ["sb"],
    columns: bindingColumns(["secretRef"]),
    selectableFields: { "provider.type": (binding) => textAt(binding, "provider", "type") ?? "" },
  }),
  define({
    resource: credentialsBindings,
    shortNames: ["cb"],
    columns: bindingColumns(["credentialsRef"]),
    selectableFields: { "provider.type": (binding) => textAt(binding, "provider", "type") ?? "" },
  }),
  define({ resource: exposureClasses, columns: [textColumn("Handler", text("handler"))] }),
];

function lastOperationText(object: KubeObject): string {
  const operation = fieldAt(object, "status", "lastOperation");
  if (operation === undefined) return unset;
  return `${textAt(operation, "type") ?? ""} ${textAt(operation, "state") ?? ""} (${Number(fieldAt(operation, "progress") ?? 0)}%)`;
}

function validateProject(project: KubeObject) {
  const namespace = textAt(project, "spec", "namespace");
  if (namespace === undefined || namespace === "garden" || namespace.startsWith("garden-")) return [];
  return [
    {
      reason: "FieldValueInvalid",
      field: "spec.namespace",
      message: `Invalid value: ${JSON.stringify(namespace)}: must start with garden-`,
    },
  ];
}
