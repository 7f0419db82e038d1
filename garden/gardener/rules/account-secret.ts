import "server-only";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { credentialsBindings, secretBindings, secrets } from "#lib/kube/resource.ts";

/** The Secret with the cloud credentials of a Shoot; undefined if its binding leads to none. */
export function findAccountSecret(garden: GardenReader, { metadata, spec }: Shoot): KubeObject | undefined {
  const { namespace } = metadata;
  const [resource, name, reference] = spec.secretBindingName
    ? [secretBindings, spec.secretBindingName, "secretRef"]
    : [credentialsBindings, spec.credentialsBindingName, "credentialsRef"];
  const binding = name ? garden.get({ resource, namespace, name }) : undefined;
  const secret = stringAt(binding, reference, "name");
  if (secret === undefined || (stringAt(binding, reference, "kind") ?? "Secret") !== "Secret") return undefined;
  return garden.get({
    resource: secrets,
    namespace: stringAt(binding, reference, "namespace") ?? namespace,
    name: secret,
  });
}
