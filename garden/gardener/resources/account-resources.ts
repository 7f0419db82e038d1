import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import { ageColumn, createFieldTextReader, nameColumn, textColumn } from "#garden/api/registry/columns.ts";
import { defineResource } from "#garden/api/registry/define-resource.ts";
import { castStored } from "#garden/api/registry/garden-reader.ts";
import type {
  AdmissionContext,
  ResourceDefinition,
  StorageStrategy,
} from "#garden/api/registry/resource-definition.ts";
import { withRandomName } from "#garden/api/registry/server-meta.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { credentialsBindings, secretBindings, workloadIdentities } from "#lib/kube/resource.ts";
import { bindingReferenceLabel, shootProviderLabel } from "../accounts/account-marks.ts";
import { admitAccountSecret, admitWorkloadIdentity } from "../accounts/admit-account.ts";
import { withExtensionLabels } from "../admission/extension-labels.ts";
import { credentialsOf } from "../kinds/bindings.ts";
import type { WorkloadIdentity } from "../kinds/workload-identity.ts";
import { gardenSchemas } from "../schema/garden-schemas.ts";

/** The definition of Secrets with the webhooks that a garden has for Secrets with cloud credentials. */
export function withAccountAdmission(secrets: ResourceDefinition): ResourceDefinition {
  const strategy: StorageStrategy = {
    ...secrets.strategy,
    mutate: (secret, before, context) => (before === undefined ? secret : withProviderLabels(secret, context)),
    admit: (secret, before, { garden }) => admitAccountSecret({ secret, before, garden }),
  };
  return { ...secrets, strategy };
}

/**
 * Gives a Secret just the labels of the providers whose bindings refer to it.
 * @source Gardener: pkg/admissioncontroller/webhook/admission/providersecretlabels
 */
function withProviderLabels(secret: KubeObject, { garden }: AdmissionContext): KubeObject {
  const { labels = {}, name, namespace } = secret.metadata;
  const types = [secretBindings, credentialsBindings].flatMap((resource) => {
    if (!(bindingReferenceLabel(resource) in labels)) return [];
    return garden
      .list({ resource })
      .filter((binding) => {
        const reference = credentialsOf(binding);
        return reference.kind === "Secret" && reference.name === name && reference.namespace === namespace;
      })
      .flatMap((binding) => (stringAt(binding, "provider", "type") ?? "").split(","));
  });
  if (types.length === 0) return secret;
  const others = Object.entries(labels).filter(([label]) => !label.startsWith(shootProviderLabel));
  const wanted = Object.fromEntries([...others, ...types.map((type) => [`${shootProviderLabel}${type}`, "true"])]);
  return { ...secret, metadata: { ...secret.metadata, labels: wanted } };
}

const quoted = (text: string): string => JSON.stringify(text);

/** The subject of a WorkloadIdentity's tokens. @source Gardener: pkg/api/security/validation/workloadidentity.go */
function subjectOf({ metadata }: KubeObject): string {
  return ["gardener.cloud", "workloadidentity", metadata.namespace, metadata.name, metadata.uid].join(":");
}

function identityCauses(identity: KubeObject): readonly KubeStatusCause[] {
  const audiences = listAt(identity, "spec", "audiences");
  const type = stringAt(identity, "spec", "targetSystem", "type") ?? "";
  const subject = subjectOf(identity);
  const most = 255;
  const tooLong = `sub claim is too long (${subject.length}), it is allowed to be no more than ${most} ASCII characters`;
  return [
    ...(audiences.length === 0
      ? [fieldErrorCause("Required", "spec.audiences", "must provide at least one audience")]
      : []),
    ...audiences.flatMap((audience, at) => {
      const path = `spec.audiences[${at}]`;
      return [
        ...(audience === "" ? [fieldErrorCause("Required", path, "must specify non-empty audience")] : []),
        ...(audiences.indexOf(audience) < at ? [fieldErrorCause("Duplicate", path, quoted(String(audience)))] : []),
      ];
    }),
    ...(type === "" ? [fieldErrorCause("Required", "spec.targetSystem.type", "must specify a provider type")] : []),
    ...(type.includes(",")
      ? [fieldErrorCause("Invalid", "spec.targetSystem.type", `${quoted(type)}: multiple providers specified`)]
      : []),
    ...[...subject.matchAll(/[^\0-\x7f]/gu)].map(({ 0: symbol, index }) =>
      fieldErrorCause(
        "Invalid",
        "status.sub",
        `${quoted(subject)}: sub claim contains non-ascii symbol('${symbol}') at index ${index}`,
      ),
    ),
    ...(subject.length > most ? [fieldErrorCause("Invalid", "status.sub", `${quoted(subject)}: ${tooLong}`)] : []),
  ];
}

function identityChangeCauses(before: KubeObject, after: KubeObject): readonly KubeStatusCause[] {
  const [had, has] = [before, after].map((identity) => stringAt(identity, "spec", "targetSystem", "type") ?? "");
  return had === has
    ? []
    : [fieldErrorCause("Invalid", "spec.targetSystem.type", `${quoted(has ?? "")}: field is immutable`)];
}

/** @source Gardener: pkg/apiserver/registry/security/workloadidentity */
export const workloadIdentityDefinition: ResourceDefinition = defineResource({
  resource: workloadIdentities,
  shortNames: ["wi"],
  fields: gardenSchemas.WorkloadIdentity?.properties,
  columns: [
    nameColumn,
    textColumn("Sub", createFieldTextReader(["status", "sub"], "")),
    textColumn("Type", createFieldTextReader(["spec", "targetSystem", "type"], "")),
    textColumn("Audiences", (identity) => listAt(identity, "spec", "audiences").join(","), { priority: 1 }),
    ageColumn,
  ],
  strategy: {
    hasGeneration: false,
    hasStatus: true,
    mutate: (identity) =>
      withExtensionLabels(identity, [["provider", stringAt(identity, "spec", "targetSystem", "type") ?? ""]]),
    prepareForCreate: (given) => {
      const identity = withRandomName(given);
      return { ...identity, ...{ status: { sub: subjectOf(identity) } } };
    },
    validate: identityCauses,
    validateUpdate: identityChangeCauses,
    admit(identity, before, { garden }) {
      const isUnchanged = before !== undefined && fieldAt(identity, "spec") === fieldAt(before, "spec");
      if (isUnchanged || identity.metadata.deletionTimestamp !== undefined) return;
      admitWorkloadIdentity(
        castStored<WorkloadIdentity>(identity),
        before && castStored<WorkloadIdentity>(before),
        garden,
      );
    },
  },
});
