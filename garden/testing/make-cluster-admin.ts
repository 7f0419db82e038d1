import { roleBindingObject } from "#garden/api/core/core-objects.ts";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { type KubeResource, roleBindings } from "#lib/kube/resource.ts";

const clusterRoleBindings: KubeResource = {
  ...roleBindings,
  plural: "clusterrolebindings",
  kind: "ClusterRoleBinding",
  namespaced: false,
};

/** Gives a demo user all permissions, more than Gardener's administrators have. */
export function makeClusterAdmin({ api, identities }: EmbeddedGarden, person: string): void {
  const found = identities.find(({ name }) => name === person);
  if (found === undefined) throw new Error(`the demo has no ${person}`);
  const subject = { kind: "User", name: found.username } as const;
  api.create({ resource: clusterRoleBindings }, roleBindingObject({ name: "every-right" }, "cluster-admin", [subject]));
}
