import "server-only";
import { forbiddenError } from "#garden/api/errors/api-error.ts";
import {
  ageColumn,
  columnText,
  conditionStatus,
  nameColumn,
  noneCell,
  textColumn,
} from "#garden/api/registry/columns.ts";
import { defineResource } from "#garden/api/registry/define-resource.ts";
import type { AdmissionContext, ResourceDefinition, Strategy } from "#garden/api/registry/resource-definition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, textAt } from "#lib/kube/field.ts";
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
import { validateSeed } from "./project-and-seed.ts";
import { projectStrategy } from "./project-strategy.ts";
import { lastOperationCell } from "./shoot-columns.ts";
import { shootDefinition } from "./shoot-resource.ts";

const define: typeof defineResource = (definition) =>
  defineResource({ ...definition, fields: gardenSchemas[definition.resource.kind]?.properties });

const specOnly: Strategy = { hasGeneration: true, hasStatus: false };

/** @source Gardener: pkg/apiserver/registry/core/seed/storage/tableconvertor.go */
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

/** @source Gardener: plugin/pkg/seed/validator */
function requireUnused({ metadata: { name } }: KubeObject, { garden }: AdmissionContext): void {
  const isUsed = garden
    .list<Shoot>({ resource: shoots })
    .some(({ spec, status }) => spec.seedName === name || status?.seedName === name);
  if (isUsed) throw forbiddenError(seeds, name, `cannot delete seed ${name} since it is still used by shoot(s)`);
}

function reference(field: string): (binding: KubeObject) => string {
  return (binding) => `${textAt(binding, field, "namespace") ?? ""}/${textAt(binding, field, "name") ?? ""}`;
}

function clusterLifetime(quota: KubeObject): string {
  const days = fieldAt(quota, "spec", "clusterLifetimeDays");
  return typeof days === "number" ? `${days} days` : "<unspecified>";
}

/** Gardener's kinds, with the columns and short names of gardener-apiserver. */
export function gardenDefinitions(rules: GardenerRules): readonly ResourceDefinition[] {
  return [
    define({
      resource: projects,
      subresources: ["status"],
      names: "dns-label",
      columns: [
        nameColumn,
        textColumn("Namespace", columnText(["spec", "namespace"])),
        textColumn("Status", columnText(["status", "phase"])),
        textColumn("Owner", columnText(["spec", "owner", "name"])),
        textColumn("Creator", columnText(["spec", "createdBy", "name"])),
        ageColumn,
      ],
      selectableFields: { "spec.namespace": columnText(["spec", "namespace"], "") },
      strategy: projectStrategy,
    }),
    shootDefinition(rules),
    define({
      resource: seeds,
      subresources: ["status"],
      columns: [
        nameColumn,
        textColumn("Status", seedStatus),
        textColumn("Last Operation", lastOperationCell),
        textColumn("Provider", columnText(["spec", "provider", "type"], "")),
        textColumn("Region", columnText(["spec", "provider", "region"], "")),
        ageColumn,
        textColumn("Version", columnText(["status", "gardener", "version"])),
        textColumn("K8S Version", columnText(["status", "kubernetesVersion"])),
      ],
      strategy: {
        hasGeneration: true,
        hasStatus: true,
        validateCreate: validateSeed,
        validateUpdate: (_before, seed) => validateSeed(seed),
        admitDeletion: requireUnused,
      },
    }),
    define({
      resource: cloudProfiles,
      shortNames: ["cprofile", "cpfl"],
      subresources: ["status"],
      columns: [nameColumn, textColumn("Provider", columnText(["spec", "type"], "")), ageColumn],
      strategy: cloudProfileStrategy(rules),
    }),
    define({
      resource: namespacedCloudProfiles,
      shortNames: ["nscpfl"],
      subresources: ["status"],
      columns: [
        nameColumn,
        textColumn("Parent Name", columnText(["spec", "parent", "name"], "")),
        textColumn("Parent Kind", columnText(["spec", "parent", "kind"], "")),
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
            `${textAt(quota, "spec", "scope", "apiVersion") ?? ""}.${textAt(quota, "spec", "scope", "kind") ?? ""}`,
        ),
        textColumn("Cluster Lifetime", clusterLifetime),
        ageColumn,
      ],
      strategy: specOnly,
    }),
    define({
      resource: secretBindings,
      shortNames: ["sb"],
      columns: [
        nameColumn,
        textColumn("Secret", reference("secretRef")),
        textColumn("Provider", columnText(["provider", "type"], noneCell)),
        ageColumn,
      ],
      selectableFields: { "provider.type": columnText(["provider", "type"], "") },
      strategy: secretBindingStrategy,
    }),
    define({
      resource: credentialsBindings,
      shortNames: ["cb"],
      columns: [
        nameColumn,
        textColumn("Provider", columnText(["provider", "type"], "")),
        textColumn("APIVersion", columnText(["credentialsRef", "apiVersion"], "")),
        textColumn("Kind", columnText(["credentialsRef", "kind"], "")),
        textColumn("Name", reference("credentialsRef")),
        ageColumn,
      ],
      selectableFields: { "provider.type": columnText(["provider", "type"], "") },
      strategy: credentialsBindingStrategy,
    }),
    define({
      resource: exposureClasses,
      columns: [nameColumn, textColumn("Handler", columnText(["handler"], "")), ageColumn],
    }),
  ];
}
