import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { credentialsBindings, secretBindings } from "#lib/kube/resource.ts";
import { opensTheSame } from "#lib/policy/accounts/migration.ts";
import type { CredentialsBinding, SecretBinding } from "../../kinds/bindings.ts";

/**
 * The name of the CredentialsBinding that replaces a Shoot's SecretBinding: one created earlier for the Shoot, one with
 * the same credentials and quotas, or a new one. Undefined if none can be created; the SecretBinding then stays. A new
 * CredentialsBinding stays even if maintenance is refused.
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, migration to CredentialsBindings
 */
export function migrateSecretBinding(api: GardenApi, namespace: string, spec: ShootSpec): string | undefined {
  const name = spec.secretBindingName ?? "";
  const old = api.get<SecretBinding>({ resource: secretBindings, namespace, name });
  if (!old) return undefined;
  const bindings = api.list<CredentialsBinding>({ resource: credentialsBindings, namespace });
  const migrated = `force-migrated-${name}`;
  const made = bindings.find(({ metadata }) => metadata.name === migrated);
  if (made) return opensTheSame(old, made) ? migrated : undefined;
  const [first] = bindings
    .filter((binding) => opensTheSame(old, binding))
    .map(({ metadata }) => metadata.name)
    .sort();
  if (first !== undefined) return first;
  api.create<CredentialsBinding>({ resource: credentialsBindings, namespace }, replacement(old, migrated));
  return migrated;
}

function replacement({ metadata, provider, secretRef, quotas }: SecretBinding, name: string): CredentialsBinding {
  const { namespace, labels } = metadata;
  return {
    apiVersion: "security.gardener.cloud/v1alpha1",
    kind: "CredentialsBinding",
    metadata: { name, ...(namespace && { namespace }), ...(labels && { labels }) },
    provider,
    credentialsRef: { apiVersion: "v1", kind: "Secret", ...secretRef },
    quotas: quotas ?? [],
  };
}
