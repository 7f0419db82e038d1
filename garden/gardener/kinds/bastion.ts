import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";

export const bastionResource: KubeResource = {
  group: "operations.gardener.cloud",
  version: "v1alpha1",
  plural: "bastions",
  kind: "Bastion",
  namespaced: true,
};

/** A host for SSH access to the nodes of a Shoot. */
export interface Bastion extends KubeObject {
  readonly spec: { readonly shootRef: { readonly name: string } };
}

/** Whether the Bastion belongs to this Shoot. */
export function isBastionOf({ metadata, spec }: Bastion, shoot: Pick<Shoot, "metadata">): boolean {
  return metadata.namespace === shoot.metadata.namespace && spec.shootRef.name === shoot.metadata.name;
}
