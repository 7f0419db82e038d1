import "server-only";
import { forbiddenError } from "#garden/api/errors/api-error.ts";
import {
  ageColumn,
  conditionStatus,
  createFieldTextReader,
  nameColumn,
  noneCell,
  textColumn,
} from "#garden/api/registry/columns.ts";
import { defineResource } from "#garden/api/registry/define-resource.ts";
import type { AdmissionContext, ResourceDefinition } from "#garden/api/registry/resource-definition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
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
  shoots,
} from "#lib/kube/resource.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { gardenSchemas } from "../schema/garden-schemas.ts";
import { credentialsBindingStrategy, secretBindingStrategy } from "./binding-strategies.ts";
import { cloudProfileStrategy, namespacedCloudProfileStrategy } from "./profile-strategies.ts";
import { projectStrategy } from "./project-strategy.ts";
import { quotaStrategy } from "./quota-strategy.ts";
import { validateSeed, validateSeedUpdate } from "./seed-validation.ts";
import { lastOperationCell } from "./shoot-columns.ts";
import { shootResourceDefinition } from "./shoot-resource.ts";

const define: typeof defineResource = (definition) =>
  defineResource({ ...definition, fields: gardenSchemas[definition.resource.kind]?.properties });

/** Table columns of a Seed. @source Gardener: pkg/apiserver/registry/core/seed/storage/tableconvertor.go */
function seedStatus(seed: KubeObject): string {
  const gardenlet = conditionStatus(seed, "GardenletReady");
  if (gardenlet === "Unknown") return "Unknown";
  const backup = conditionStatus(seed, "BackupBucketsReady");
  const extensions = conditionStatus(seed, "ExtensionsReady");
  const components = conditionStatus(seed, "SeedSystemComponentsHealthy");
  const bad = (status: string | undefined) => status === "False" || status === "Unknown";
  const isReady =
    gardenlet === "True" &&
    (backup === undefined || backup === "True") &&
    extensions !== undefined &&
    !bad(extensions) &&
    !bad(components);
  return isReady ? "Ready" : "NotReady";
}

/** Refuses the deletion of a Seed that Shoots use. @source Gardener: plugin/pkg/seed/validator */
function requireUnused({ metadata: { name } }: KubeObject, { garden }: AdmissionContext): void {
  const isUsed = garden
    .list<Shoot>({ resource: shoots })
    .some(({ spec, status }) => spec.seedName === name || status?.seedName === name);
  if (isUsed) throw forbiddenError(seeds, name, `cannot delete seed ${name} since it is still used by shoot(s)`);
}

function reference(field: string): (binding: KubeObject) => string {
  return (binding) => `${stringAt(binding, field, "namespace") ?? ""}/${stringAt(binding, field, "name") ?? ""}`;
}

function clusterLifetime(quota: KubeObject): string {
  const days = fieldAt(quota, "spec", "clusterLifetimeDays");
  return typeof days === "number" ? `${days} days` : "<unspecified>";
}

/** Gardener's kinds, with the columns and short names of gardener-apiserver. */
export function gardenResourceDefinitions(rules: GardenerRules): readonly ResourceDefinition[] {
  return [
    define({
      resource: projects,
      subresources: ["status"],
      columns: [
        nameColumn,
        textColumn("Namespace", createFieldTextReader(["spec", "namespace"])),
        textColumn("Status", createFieldTextReader(["status", "phase"])),
        textColumn("Owner", createFieldTextReader(["spec", "owner", "name"])),
        textColumn("Creator", createFieldTextReader(["spec", "createdBy", "name"])),
        ageColumn,
      ],
      selectableFields: { "spec.namespace": createFieldTextReader(["spec", "namespace"], "") },
      strategy: projectStrategy,
    }),
    shootResourceDefinition(rules),
    define({
      resource: seeds,
      subresources: ["status"],
      columns: [
        nameColumn,
        textColumn("Status", seedStatus),
        textColumn("Last Operation", lastOperationCell),
        textColumn("Provider", createFieldTextReader(["spec", "provider", "type"], "")),
        textColumn("Region", createFieldTextReader(["spec", "provider", "region"], "")),
        ageColumn,
        textColumn("Version", createFieldTextReader(["status", "gardener", "version"])),
        textColumn("K8S Version", createFieldTextReader(["status", "kubernetesVersion"])),
      ],
      strategy: {
        hasGeneration: true,
        hasStatus: true,
        validateCreate: validateSeed,
        validateUpdate: validateSeedUpdate,
        admitDeletion: requireUnused,
      },
    }),
    define({
      resource: cloudProfiles,
      shortNames: ["cprofile", "cpfl"],
      subresources: ["status"],
      columns: [nameColumn, textColumn("Provider", createFieldTextReader(["spec", "type"], "")), ageColumn],
      strategy: cloudProfileStrategy(rules),
    }),
    define({
      resource: namespacedCloudProfiles,
      shortNames: ["nscpfl"],
      subresources: ["status"],
      columns: [
        nameColumn,
        textColumn("Parent Name", createFieldTextReader(["spec", "parent", "name"], "")),
        textColumn("Parent Kind", createFieldTextReader(["spec", "parent", "kind"], "")),
        ageColumn,
      ],
      strategy: namespacedCloudProfileStrategy(rules),
    }),
    define({
      resource: quotas,
      shortNames: ["squota"],
      columns: [
        nameColumn,
        textColumn(
          "Scope",
          (quota) =>
            `${stringAt(quota, "spec", "scope", "apiVersion") ?? ""}.${stringAt(quota, "spec", "scope", "kind") ?? ""}`,
        ),
        textColumn("Cluster Lifetime", clusterLifetime),
        ageColumn,
      ],
      strategy: quotaStrategy,
    }),
    define({
      resource: secretBindings,
      shortNames: ["sb"],
      columns: [
        nameColumn,
        textColumn("Secret", reference("secretRef")),
        textColumn("Provider", createFieldTextReader(["provider", "type"], noneCell)),
        ageColumn,
      ],
      selectableFields: { "provider.type": createFieldTextReader(["provider", "type"], "") },
      strategy: secretBindingStrategy,
    }),
    define({
      resource: credentialsBindings,
      shortNames: ["cb"],
      columns: [
        nameColumn,
        textColumn("Provider", createFieldTextReader(["provider", "type"], "")),
        textColumn("APIVersion", createFieldTextReader(["credentialsRef", "apiVersion"], "")),
        textColumn("Kind", createFieldTextReader(["credentialsRef", "kind"], "")),
        textColumn("Name", reference("credentialsRef")),
        ageColumn,
      ],
      selectableFields: { "provider.type": createFieldTextReader(["provider", "type"], "") },
      strategy: credentialsBindingStrategy,
    }),
    define({
      resource: exposureClasses,
      columns: [nameColumn, textColumn("Handler", createFieldTextReader(["handler"], "")), ageColumn],
    }),
  ];
}
