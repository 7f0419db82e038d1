import { type KubeResource, roleBindings } from "#lib/kube/resource.ts";

/** ClusterRoles, which Almanac itself never reads. */
export const clusterRoles: KubeResource = {
  ...roleBindings,
  plural: "clusterroles",
  kind: "ClusterRole",
  namespaced: false,
};
