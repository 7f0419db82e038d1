import { type KubeResource, roleBindings } from "#lib/kube/resource.ts";

/** The resource ClusterRole, which only tests need. */
export const clusterRoles: KubeResource = {
  ...roleBindings,
  plural: "clusterroles",
  kind: "ClusterRole",
  namespaced: false,
};
