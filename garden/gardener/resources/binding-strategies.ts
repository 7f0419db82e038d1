import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import type { StorageStrategy } from "#garden/api/registry/resource-definition.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { credentialsBindings, type KubeResource, secretBindings } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
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

const labelled = (binding: KubeObject): KubeObject =>
  withExtensionLabels(binding, [["provider", stringAt(binding, "provider", "type") ?? ""]]);

function providerCauses(binding: KubeObject): readonly KubeStatusCause[] {
  const type = stringAt(binding, "provider", "type");
  return type ? [] : [fieldErrorCause("Required", "provider.type", "must specify a provider type")];
}

/** A CredentialsBinding is for one provider; a SecretBinding can name several, separated by commas. */
function severalProvidersCauses(binding: KubeObject): readonly KubeStatusCause[] {
  const type = stringAt(binding, "provider", "type") ?? "";
  if (!type.includes(",")) return [];
  return [fieldErrorCause("Invalid", "provider.type", `${JSON.stringify(type)}: multiple providers specified`)];
}

function kindCauses(binding: KubeObject): readonly KubeStatusCause[] {
  const [apiVersion, kind] = ["apiVersion", "kind"].map((field) => stringAt(binding, "credentialsRef", field) ?? "");
  const given = `${apiVersion === "v1" ? "/v1" : apiVersion}, Kind=${kind}`;
  if (credentialKinds.includes(given)) return [];
  const supported = credentialKinds.map((known) => JSON.stringify(known)).join(", ");
  return [
    fieldErrorCause("NotSupported", "credentialsRef", `${JSON.stringify(given)}: supported values: ${supported}`),
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
    mutate: labelled,
    validate: providerCauses,
    validateUpdate: immutableCauses,
    admit(binding, before, context) {
      rejectBindingFinalizerRemoval(resource, { binding, before, garden: context.garden });
      if (before === undefined) checkBindingReferences(resource, binding, context);
    },
  };
}

/** @source Gardener: pkg/api/security/validation/credentialsbinding.go, plugin/pkg/global/resourcereferencemanager */
export const credentialsBindingStrategy: StorageStrategy = {
  ...bindingStrategy(credentialsBindings),
  validate: (binding) => [...kindCauses(binding), ...providerCauses(binding), ...severalProvidersCauses(binding)],
};

/** @source Gardener: pkg/apiserver/registry/core/secretbinding */
export const secretBindingStrategy: StorageStrategy = {
  ...bindingStrategy(secretBindings),
  warnings: () => [migration],
};
