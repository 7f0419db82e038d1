import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import { labelRule, subdomainRule } from "#garden/api/registry/object-meta.ts";
import type { StorageStrategy } from "#garden/api/registry/resource-definition.ts";
import { withRandomName } from "#garden/api/registry/server-meta.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { credentialsBindings, type KubeResource, secretBindings } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { checkBindingReferences } from "../admission/binding-references.ts";
import { withExtensionLabels } from "../admission/extension-labels.ts";
import { rejectBindingFinalizerRemoval } from "../admission/finalizer-removal.ts";

const credentialKinds = [
  "/v1, Kind=Secret",
  "core.gardener.cloud/v1beta1, Kind=InternalSecret",
  "security.gardener.cloud/v1alpha1, Kind=WorkloadIdentity",
];
const migration =
  "SecretBinding is deprecated in favour of CredentialsBinding. For migration instructions, see: https://github.com/gardener/gardener/blob/master/docs/usage/shoot-operations/secretbinding-to-credentialsbinding-migration.md";

/** Types of the providers that a binding is for. Only a SecretBinding can name several, separated by commas. */
function providerTypesOf(resource: KubeResource, binding: KubeObject): readonly string[] {
  const type = stringAt(binding, "provider", "type") ?? "";
  if (resource !== secretBindings) return [type];
  return fieldAt(binding, "provider") == null ? [] : type.split(",");
}

function labelled(resource: KubeResource, binding: KubeObject): KubeObject {
  const types = providerTypesOf(resource, binding);
  return withExtensionLabels(
    binding,
    types.map((type) => ["provider", type] as const),
  );
}

/** Sets the namespace of references without one. @source Gardener: defaults_{secretbinding,credentialsbinding}.go */
function withDefaultNamespaces(binding: KubeObject): KubeObject {
  const { namespace } = binding.metadata;
  const completed = (reference: unknown) =>
    isRecord(reference) && !reference.namespace ? { ...reference, namespace } : reference;
  const field = fieldAt(binding, "secretRef") === undefined ? "credentialsRef" : "secretRef";
  const quotas = fieldAt(binding, "quotas");
  return {
    ...binding,
    ...{ [field]: completed(fieldAt(binding, field) ?? {}) },
    ...(Array.isArray(quotas) && { quotas: quotas.map(completed) }),
  };
}

function quotaCauses(binding: KubeObject): readonly KubeStatusCause[] {
  return listAt(binding, "quotas").flatMap((_, index) =>
    referenceCauses(binding, ["quotas", index], `quotas[${index}]`),
  );
}

/** @source Gardener: pkg/api/core/validation/utils.go, ValidateObjectReferenceNameAndNamespace */
function referenceCauses(
  binding: KubeObject,
  fields: readonly (string | number)[],
  path: string,
): readonly KubeStatusCause[] {
  const [name = "", namespace = ""] = ["name", "namespace"].map((field) => stringAt(binding, ...fields, field));
  return [
    ...(name === "" ? [fieldErrorCause("Required", `${path}.name`, "must provide a name")] : []),
    ...(name !== "" && !isDns1123Subdomain(name)
      ? [fieldErrorCause("Invalid", `${path}.name`, `${JSON.stringify(name)}: ${subdomainRule}`)]
      : []),
    ...(namespace !== "" && !isDns1123Label(namespace)
      ? [fieldErrorCause("Invalid", `${path}.namespace`, `${JSON.stringify(namespace)}: ${labelRule}`)]
      : []),
  ];
}

function secretProviderCauses(binding: KubeObject): readonly KubeStatusCause[] {
  if (fieldAt(binding, "provider") == null) {
    return [fieldErrorCause("Required", "provider", "must specify a provider")];
  }
  return providerCauses(binding);
}

function providerCauses(binding: KubeObject): readonly KubeStatusCause[] {
  const type = stringAt(binding, "provider", "type");
  return type ? [] : [fieldErrorCause("Required", "provider.type", "must specify a provider type")];
}

/** A CredentialsBinding is for one provider. */
function severalProvidersCauses(binding: KubeObject): readonly KubeStatusCause[] {
  const type = stringAt(binding, "provider", "type") ?? "";
  if (!type.includes(",")) return [];
  return [fieldErrorCause("Invalid", "provider.type", `${JSON.stringify(type)}: multiple providers specified`)];
}

/** @source Gardener: pkg/api/core/validation/utils.go, validateCredentialsRef */
function credentialsCauses(binding: KubeObject): readonly KubeStatusCause[] {
  const [apiVersion = "", kind = "", name = "", namespace = ""] = ["apiVersion", "kind", "name", "namespace"].map(
    (field) => stringAt(binding, "credentialsRef", field),
  );
  const given = `${apiVersion === "v1" ? "/v1" : apiVersion}, Kind=${kind}`;
  const supported = credentialKinds.map((known) => JSON.stringify(known)).join(", ");
  const required = Object.entries({ apiVersion, kind, name }).filter(([, value]) => value === "");
  const invalid = Object.entries({ name, namespace }).filter(([, value]) => !isDns1123Subdomain(value));
  return [
    ...required.map(([field]) => {
      const article = field === "apiVersion" ? "an" : "a";
      return fieldErrorCause("Required", `credentialsRef.${field}`, `must provide ${article} ${field}`);
    }),
    ...invalid.map(([field, value]) =>
      fieldErrorCause("Invalid", `credentialsRef.${field}`, `${JSON.stringify(value)}: ${subdomainRule}`),
    ),
    ...(credentialKinds.includes(given)
      ? []
      : [
          fieldErrorCause("NotSupported", "credentialsRef", `${JSON.stringify(given)}: supported values: ${supported}`),
        ]),
  ];
}

function immutableCauses(before: KubeObject, after: KubeObject): readonly KubeStatusCause[] {
  return ["credentialsRef", "secretRef", "quotas", "provider"].flatMap((field) => {
    const value = fieldAt(after, field);
    if (semanticallyEqual(fieldAt(before, field), value)) return [];
    return [fieldErrorCause("Invalid", field, `${JSON.stringify(value ?? null)}: field is immutable`)];
  });
}

/** Creates the storage rules that SecretBinding and CredentialsBinding share. */
function bindingStrategy(resource: KubeResource): StorageStrategy {
  return {
    hasGeneration: false,
    hasStatus: false,
    mutate: (binding) => labelled(resource, withDefaultNamespaces(binding)),
    prepareForCreate: withRandomName,
    validateUpdate: immutableCauses,
    admit(binding, before, context) {
      const isLeaving = before !== undefined && binding.metadata.deletionTimestamp !== undefined;
      if (!isLeaving) checkBindingReferences(resource, binding, { context, types: providerTypesOf(resource, binding) });
      rejectBindingFinalizerRemoval(resource, { binding, before, garden: context.garden });
    },
  };
}

/** @source Gardener: pkg/api/security/validation/credentialsbinding.go, plugin/pkg/global/resourcereferencemanager */
export const credentialsBindingStrategy: StorageStrategy = {
  ...bindingStrategy(credentialsBindings),
  validate: (binding) => [
    ...credentialsCauses(binding),
    ...providerCauses(binding),
    ...severalProvidersCauses(binding),
    ...quotaCauses(binding),
  ],
};

/** @source Gardener: pkg/apiserver/registry/core/secretbinding, pkg/api/core/validation/secretbinding.go */
export const secretBindingStrategy: StorageStrategy = {
  ...bindingStrategy(secretBindings),
  validate: (binding) => [...referenceCauses(binding, ["secretRef"], "secretRef"), ...quotaCauses(binding)],
  validateCreate: secretProviderCauses,
  warnings: () => [migration],
};
